package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.pattern.HostPattern;
import dev.deft.policy.pattern.LocalGrants;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.run.Mode;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Rules inside other rules, as those of a sub-agent are inside those of its parent.
class NestedRulesTest {

    private static final int ROUNDS = 600;

    private static final List<String> PATHS =
            List.of("a.txt", "src/a.txt", "src/b.key", "src/deep/c.txt", "docs/d.md", "src/**");
    private static final List<String> PATH_PATTERNS =
            List.of("*", "**", "src/**", "src/a.txt", "**/*.key", "docs/*", "a.txt");
    private static final List<String> HOSTS =
            List.of("example.org:443", "api.example.org:443", "127.0.0.1:8080", "other.net:80");
    private static final List<String> HOST_PATTERNS =
            List.of("**", "example.org", "*.example.org", "127.0.0.1:8080", "other.net:80");
    private static final List<String> SCRIPTS =
            List.of(
                    "git status",
                    "git push origin",
                    "npm test | tail -5",
                    "ls; rm -r src",
                    "echo $(git log)",
                    "cat a.txt > docs/out");
    private static final List<String> COMMANDS =
            List.of("*", "git *", "git status *", "git push *", "npm test *", "rm *", "ls *");

    private final Random random = new Random(20_261_117);

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private Rule rule(Scope scope) {
        Action action = any(List.of(Action.values()));
        return switch (random.nextInt(5)) {
            case 0 ->
                    new Rule(
                            scope,
                            action,
                            any(List.of("read", "edit", "fs.read", "fs.write", "*")),
                            any(PATH_PATTERNS));
            case 1 -> new Rule(scope, action, any(List.of("net.fetch", "*")), any(HOST_PATTERNS));
            case 2 -> new Rule(scope, action, any(List.of("*", "web_fetch")), "*");
            case 3 ->
                    random.nextBoolean()
                            ? new Rule(scope, Action.ALLOW, Mode.LOOK, "bash", any(COMMANDS))
                            : new Rule(scope, action, "bash", any(COMMANDS));
            default -> new Rule(scope, action, any(List.of("bash", "shell.run")), any(COMMANDS));
        };
    }

    private List<Rule> rules() {
        List<Rule> rules = new ArrayList<>();
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            rules.add(rule(any(List.of(Scope.values()))));
        }
        return rules;
    }

    private Touch touch() {
        return switch (random.nextInt(4)) {
            case 0 -> new Touch(Capability.FS_READ, any(PATHS));
            case 1 -> new Touch(Capability.FS_WRITE, any(PATHS));
            case 2 -> Touch.fetching(any(HOSTS));
            default -> Touch.running(any(SCRIPTS));
        };
    }

    private static String tool(Touch touch) {
        return switch (touch.capability()) {
            case FS_READ -> "read";
            case FS_WRITE -> "edit";
            case NET_FETCH -> "web_fetch";
            case SHELL_RUN -> "bash";
            case NONE -> "todo";
        };
    }

    /// From the least to the most strict.
    private static int strictness(RuleBook.Decision decision) {
        return switch (decision.action()) {
            case ALLOW -> decision.mode() == Mode.FULL ? 0 : 1;
            case ASK -> 2;
            case DENY -> 3;
        };
    }

    private static RuleBook inside(RuleBook outer, List<Rule> rules) {
        return new RuleBook(rules, SecretFiles.NONE, Optional.of(outer), List.of());
    }

    @Test
    void decideAsTheStricterOfTheTwo() {
        for (int i = 0; i < ROUNDS; i++) {
            List<Rule> outerRules = rules();
            List<Rule> rules = rules();
            Touch touch = touch();
            var outer = new RuleBook(outerRules);
            int outside = strictness(outer.decide(tool(touch), touch));
            int own = strictness(new RuleBook(rules).decide(tool(touch), touch));
            assertThat(strictness(inside(outer, rules).decide(tool(touch), touch)))
                    .as("%s by %s inside %s", touch, rules, outerRules)
                    .isEqualTo(Math.max(own, outside));
        }
    }

    @Test
    void areAsStrictAsEveryBookAboveThem() {
        for (int i = 0; i < ROUNDS; i++) {
            var first = new RuleBook(rules());
            RuleBook second = inside(first, rules());
            RuleBook third = inside(second, rules());
            Touch touch = touch();
            assertThat(strictness(third.decide(tool(touch), touch)))
                    .isGreaterThanOrEqualTo(strictness(second.decide(tool(touch), touch)))
                    .isGreaterThanOrEqualTo(strictness(first.decide(tool(touch), touch)));
        }
    }

    @Test
    void followADenialThatIsAddedAboveThem() {
        var outer = new RuleBook(List.of(Rule.parse(Scope.MANIFEST, "allow * *")));
        RuleBook inner = inside(inside(outer, outer.list()), outer.list());
        Touch touch = new Touch(Capability.FS_READ, "a.txt");
        assertThat(inner.decide("read", touch).action()).isEqualTo(Action.ALLOW);

        outer.add(Rule.parse(Scope.SESSION, "deny read a.txt"));

        assertThat(inner.decide("read", touch).action()).isEqualTo(Action.DENY);
    }

    /// What the user agrees to in a sub-agent holds where the parent would ask, never where it
    /// denies.
    @Test
    void takeAnAnswerOnlyWhereThoseAboveWouldAsk() {
        for (int i = 0; i < ROUNDS; i++) {
            var outer = new RuleBook(rules());
            RuleBook middle = inside(outer, rules());
            RuleBook inner = inside(middle, rules());
            inner.add(new Rule(Scope.SESSION, Action.ALLOW, "*", "*"));
            Touch touch = touch();
            if (middle.decide(tool(touch), touch).action() == Action.DENY) {
                assertThat(inner.decide(tool(touch), touch).action()).isEqualTo(Action.DENY);
            }
        }
        var asking = new RuleBook(List.of());
        RuleBook inner = inside(inside(asking, List.of()), List.of());
        Touch touch = new Touch(Capability.FS_WRITE, "a.txt");
        inner.add(Rule.parse(Scope.SESSION, "allow edit a.txt"));
        assertThat(inner.decide("edit", touch).action()).isEqualTo(Action.ALLOW);
        assertThat(asking.decide("edit", touch).action()).isEqualTo(Action.ASK);
    }

    private static Ceiling everything() {
        return Ceiling.of(
                RequirementSet.EVERYTHING, PatternVariables.of(List.of("."), List.of(), List.of()));
    }

    @Test
    void giveCommandsNoMoreAccessToFilesThanThoseAboveThem() {
        for (int i = 0; i < ROUNDS; i++) {
            var outer = new RuleBook(rules());
            List<Rule> rules = rules();
            var outside = new CommandFiles(everything(), outer, SecretFiles.NONE);
            var alone = new CommandFiles(everything(), new RuleBook(rules), SecretFiles.NONE);
            var both = new CommandFiles(everything(), inside(outer, rules), SecretFiles.NONE);
            String path = any(PATHS);
            assertThat(both.ruling(path).access())
                    .isLessThanOrEqualTo(outside.ruling(path).access())
                    .isLessThanOrEqualTo(alone.ruling(path).access());
            assertThat(both.rulingBelow("src").access())
                    .isLessThanOrEqualTo(outside.rulingBelow("src").access());
            Object before = both.version();
            outer.add(Rule.parse(Scope.SESSION, "deny read docs/d.md"));
            assertThat(both.version()).isNotEqualTo(before);
            assertThat(both.ruling("docs/d.md").access())
                    .isLessThanOrEqualTo(outside.ruling("docs/d.md").access());
        }
        var outer = new RuleBook(List.of());
        var inner = new CommandFiles(everything(), inside(outer, List.of()), SecretFiles.NONE);
        outer.add(Rule.parse(Scope.SESSION, "deny read docs/d.md"));
        assertThat(inner.ruling("docs/d.md").access()).isEqualTo(CommandFiles.Access.NONE);
    }

    @Test
    void refuseHostsThatThoseAboveRefuse() {
        for (int i = 0; i < ROUNDS; i++) {
            var outer = new RuleBook(rules());
            List<Rule> rules = rules();
            var both = new HostRules(inside(outer, rules));
            String host = any(HOSTS);
            assertThat(both.refusal(host).isPresent())
                    .isEqualTo(
                            new HostRules(outer).refusal(host).isPresent()
                                    || new HostRules(new RuleBook(rules))
                                            .refusal(host)
                                            .isPresent());
        }
    }

    @Test
    void hostsInCommonAreThoseThatBothListsMatch() {
        for (int i = 0; i < ROUNDS; i++) {
            List<HostPattern> some = hosts();
            List<HostPattern> others = hosts();
            List<HostPattern> common = HostPattern.common(some, others);
            String host = any(HOSTS);
            boolean local = LocalGrants.literal(HostPattern.of(host).name()).isPresent();
            if (local) {
                assertThat(names(common, host)).isEqualTo(names(some, host) && names(others, host));
            } else {
                assertThat(matches(common, host))
                        .as("%s by %s and %s", host, some, others)
                        .isEqualTo(matches(some, host) && matches(others, host));
            }
        }
    }

    private List<HostPattern> hosts() {
        List<HostPattern> hosts = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            hosts.add(HostPattern.of(any(HOST_PATTERNS)));
        }
        return hosts;
    }

    private static boolean matches(List<HostPattern> patterns, String host) {
        return patterns.stream().anyMatch(it -> it.matches(host));
    }

    /// Whether a pattern names the address itself, which alone grants a local one.
    private static boolean names(List<HostPattern> patterns, String host) {
        return patterns.stream()
                .anyMatch(it -> it.name().equals(HostPattern.of(host).name()) && it.matches(host));
    }

    @Test
    void aCeilingBelowAnotherCoversWhatBothCover() {
        PatternVariables variables = PatternVariables.of(List.of("."), List.of(), List.of());
        Ceiling none = Ceiling.of(RequirementSet.NONE, variables);
        for (int i = 0; i < ROUNDS; i++) {
            Ceiling outer = Ceiling.of(requirements(), variables);
            Ceiling own = Ceiling.of(requirements(), variables);
            Touch touch = touch();
            assertThat(own.within(outer, none).covers(touch))
                    .isEqualTo(own.covers(touch) && outer.covers(touch));
        }
    }

    private RequirementSet requirements() {
        return new RequirementSet(
                List.of(any(PATH_PATTERNS)),
                random.nextBoolean() ? List.of() : List.of(any(PATH_PATTERNS)),
                random.nextBoolean() ? List.of() : List.of(any(HOST_PATTERNS)),
                random.nextBoolean() ? List.of() : RequirementSet.EVERYTHING.shell(),
                List.of());
    }
}
