package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.run.Mode;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleBookTest {

    private static final Touch SOURCE = new Touch(Capability.FS_WRITE, "src/A.java");

    private static final List<Scope> SCOPES = List.of(Scope.MANIFEST, Scope.PROJECT, Scope.SESSION);
    private static final List<Action> ACTIONS = List.of(Action.ALLOW, Action.ASK, Action.DENY);

    private static Rule rule(Scope scope, String line) {
        return Rule.parse(scope, line);
    }

    private static Action decide(Touch touch, Rule... rules) {
        return new RuleBook(List.of(rules)).decide("write", touch).action();
    }

    @Test
    void asksWhereNoRuleMatches() {
        assertThat(decide(SOURCE)).isEqualTo(Action.ASK);
        assertThat(decide(SOURCE, rule(Scope.SESSION, "allow write docs/**")))
                .isEqualTo(Action.ASK);
        assertThat(decide(SOURCE, rule(Scope.SESSION, "allow read **"))).isEqualTo(Action.ASK);
    }

    @Test
    void forgetsARemovedRule() {
        Rule granted = rule(Scope.SESSION, "allow write src/**");
        var book = new RuleBook(List.of(granted, rule(Scope.MANIFEST, "allow write docs/**")));
        assertThat(book.remove(granted.in(Scope.PROJECT))).isFalse();
        assertThat(book.decide("write", SOURCE).action()).isEqualTo(Action.ALLOW);
        assertThat(book.remove(granted)).isTrue();
        assertThat(book.decide("write", SOURCE).action()).isEqualTo(Action.ASK);
        assertThat(book.list()).hasSize(1);
    }

    @Test
    void neverTurnsADenyOfTheManifestIntoAnAllow() {
        assertThat(
                        decide(
                                SOURCE,
                                rule(Scope.MANIFEST, "deny * **"),
                                rule(Scope.SESSION, "allow write src/A.java"),
                                rule(Scope.PROJECT, "allow write src/A.java")))
                .isEqualTo(Action.DENY);
    }

    @Test
    void prefersAToolToACapabilityToEverything() {
        assertThat(
                        decide(
                                SOURCE,
                                rule(Scope.PROJECT, "allow write **"),
                                rule(Scope.PROJECT, "deny fs.write src/A.java")))
                .isEqualTo(Action.ALLOW);
        assertThat(
                        decide(
                                SOURCE,
                                rule(Scope.PROJECT, "allow fs.write **"),
                                rule(Scope.PROJECT, "deny * src/A.java")))
                .isEqualTo(Action.ALLOW);
    }

    @Test
    void thenPrefersThePatternWithMoreLiteralCharacters() {
        assertThat(
                        decide(
                                SOURCE,
                                rule(Scope.PROJECT, "deny write src/**"),
                                rule(Scope.PROJECT, "allow write src/*.java")))
                .isEqualTo(Action.ALLOW);
    }

    @Test
    void thenPrefersTheSessionToTheProjectToTheManifest() {
        assertThat(
                        decide(
                                SOURCE,
                                rule(Scope.SESSION, "allow write src/**"),
                                rule(Scope.PROJECT, "deny write src/**")))
                .isEqualTo(Action.ALLOW);
        assertThat(
                        decide(
                                SOURCE,
                                rule(Scope.PROJECT, "ask write src/**"),
                                rule(Scope.MANIFEST, "allow write src/**")))
                .isEqualTo(Action.ASK);
    }

    @Test
    void thenPrefersADenyToAQuestionToAnAllow() {
        assertThat(
                        decide(
                                SOURCE,
                                rule(Scope.PROJECT, "allow write src/**"),
                                rule(Scope.PROJECT, "ask write src/**"),
                                rule(Scope.PROJECT, "deny write src/**")))
                .isEqualTo(Action.DENY);
    }

    @Test
    void matchesPatternsOfEachKind() {
        var rules =
                new RuleBook(
                        List.of(
                                rule(Scope.PROJECT, "allow web_fetch *.example.org"),
                                rule(Scope.PROJECT, "allow bash git status *"),
                                rule(Scope.PROJECT, "allow get_env JAVA_*"),
                                rule(Scope.PROJECT, "allow mcp:github:* *")));

        assertThat(rules.decide("web_fetch", Touch.fetching("docs.example.org:443")).action())
                .isEqualTo(Action.ALLOW);
        assertThat(rules.decide("web_fetch", Touch.fetching("example.org:443")).action())
                .isEqualTo(Action.ASK);
        assertThat(rules.decide("bash", Touch.running("git status")).action())
                .isEqualTo(Action.ALLOW);
        assertThat(rules.decide("bash", Touch.running("git status -s")).action())
                .isEqualTo(Action.ALLOW);
        assertThat(rules.decide("bash", Touch.running("git stash")).action()).isEqualTo(Action.ASK);
        assertThat(rules.decide("get_env", Touch.naming("JAVA_HOME")).action())
                .isEqualTo(Action.ALLOW);
        assertThat(rules.decide("get_env", Touch.naming("HOME")).action()).isEqualTo(Action.ASK);
        assertThat(rules.decide("mcp:github:search", Touch.naming("")).action())
                .isEqualTo(Action.ALLOW);
    }

    @Test
    void coversEverythingByTwoStars() {
        var all = new RuleBook(List.of(rule(Scope.MANIFEST, "allow * *")));

        assertThat(all.decide("read", new Touch(Capability.FS_READ, "a/b/c.txt")).action())
                .isEqualTo(Action.ALLOW);
        assertThat(all.decide("grep", new Touch(Capability.FS_READ, "./**")).action())
                .isEqualTo(Action.ALLOW);
        assertThat(all.decide("current_time", new Touch(Capability.NONE, "")).action())
                .isEqualTo(Action.ALLOW);
    }

    private static RuleBook book(String... lines) {
        return new RuleBook(Stream.of(lines).map(it -> rule(Scope.PROJECT, it)).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            textBlock =
                    """
                    deny read a        ¦ grep   ¦ FS_READ   ¦ a ¦ DENY
                    deny read a        ¦ grep   ¦ FS_READ   ¦ b ¦ ALLOW
                    deny read a        ¦ write  ¦ FS_WRITE  ¦ a ¦ ALLOW
                    deny write a       ¦ patch  ¦ FS_WRITE  ¦ a ¦ DENY
                    deny edit a        ¦ write  ¦ FS_WRITE  ¦ a ¦ DENY
                    deny edit a        ¦ read   ¦ FS_READ   ¦ a ¦ ALLOW
                    deny grep a        ¦ read   ¦ FS_READ   ¦ a ¦ ALLOW
                    ask read a         ¦ grep   ¦ FS_READ   ¦ a ¦ ALLOW
                    deny fs.read a     ¦ grep   ¦ FS_READ   ¦ a ¦ ALLOW
                    """)
    void deniesToEveryToolWhatItDeniesToReadWriteOrEdit(
            String rule, String tool, Capability capability, String path, Action expected) {
        RuleBook rules =
                book(rule, "allow grep **", "allow patch **", "allow write b*", "allow * *");
        if (rule.contains("fs.read")) {
            rules = book(rule, "allow grep **");
        }

        assertThat(rules.decide(tool, new Touch(capability, path)).action()).isEqualTo(expected);
    }

    @Test
    void deniesToEveryToolOnlyWhereTheDenyDecides() {
        RuleBook rules = book("deny read **", "allow read a/b", "allow grep **");

        assertThat(rules.decide("grep", new Touch(Capability.FS_READ, "a/b")).action())
                .isEqualTo(Action.ALLOW);
        assertThat(rules.decide("grep", new Touch(Capability.FS_READ, "a/c")).action())
                .isEqualTo(Action.DENY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            textBlock =
                    """
                    allow read **          ¦ .env      ¦ ASK
                    allow read **          ¦ a/key.pem ¦ ASK
                    allow read **          ¦ .env.md   ¦ ALLOW
                    allow read **          ¦ a.txt     ¦ ALLOW
                    allow read .env        ¦ .env      ¦ ALLOW
                    allow fs.read **/*.pem ¦ a/key.pem ¦ ALLOW
                    allow fs.read a/*      ¦ a/key.pem ¦ ASK
                    allow * *              ¦ .env      ¦ ALLOW
                    deny read **           ¦ .env      ¦ DENY
                    """)
    void asksAboutSecretFilesThatNoRuleNames(String rule, String path, Action expected) {
        var rules =
                new RuleBook(List.of(rule(Scope.PROJECT, rule)), SecretFiles.in(Path.of("/none")));

        assertThat(rules.decide("read", new Touch(Capability.FS_READ, path)).action())
                .isEqualTo(expected);
    }

    @Test
    void namesTheBuiltInRuleAboutSecretFiles() {
        var rules =
                new RuleBook(
                        List.of(
                                rule(Scope.PROJECT, "allow fs.read **"),
                                rule(Scope.PROJECT, "allow fs.write **")),
                        SecretFiles.in(Path.of("/none")));

        assertThat(rules.decide("read", new Touch(Capability.FS_READ, "a/.env")))
                .isEqualTo(
                        new RuleBook.Decision(
                                Action.ASK,
                                Optional.of(rule(Scope.MANIFEST, "ask fs.read **/.env"))));
        assertThat(rules.decide("write", new Touch(Capability.FS_WRITE, "a/.env")).action())
                .as("writing is not reading")
                .isEqualTo(Action.ALLOW);
        assertThat(book("allow fs.read **").decide("read", new Touch(Capability.FS_READ, "a/.env")))
                .isEqualTo(
                        new RuleBook.Decision(
                                Action.ALLOW,
                                Optional.of(rule(Scope.PROJECT, "allow fs.read **"))));
    }

    @Test
    void appliesAnAddedRuleByItsPrecedence() {
        RuleBook rules = book("allow write **");
        assertThat(rules.decide("patch", SOURCE)).isEqualTo(RuleBook.Decision.UNDECIDED);

        rules.add(rule(Scope.SESSION, "deny write src/**"));
        rules.add(rule(Scope.SESSION, "allow write docs/**"));

        assertThat(rules.decide("write", SOURCE).action()).isEqualTo(Action.DENY);
        assertThat(rules.decide("patch", SOURCE).action()).isEqualTo(Action.DENY);
        assertThat(rules.list().stream().map(Rule::text))
                .containsExactly("allow write docs/**", "deny write src/**", "allow write **");
    }

    @Test
    void decidesAboutAScriptByItsStrictestPart() {
        RuleBook rules = book("allow bash ls *", "look bash git *", "deny bash rm *");

        assertThat(rules.decide("bash", Touch.running("ls; git log")).mode()).isEqualTo(Mode.LOOK);
        assertThat(rules.decide("bash", Touch.running("git log; ls")).mode()).isEqualTo(Mode.LOOK);
        assertThat(rules.decide("bash", Touch.running("ls; make; git log")).action())
                .isEqualTo(Action.ASK);
        assertThat(rules.decide("bash", Touch.running("make; rm a; ls")).action())
                .isEqualTo(Action.DENY);
        assertThat(rules.decide("bash", Touch.running("ls")).mode()).isEqualTo(Mode.FULL);
    }

    /// Compares with a slow implementation of the design, for random rules in random order.
    @Test
    void decidesAsDesignedWhateverTheOrderOfTheRules() {
        var random = new Random(7);
        for (int run = 0; run < 3_000; run++) {
            List<Rule> rules = new ArrayList<>();
            for (int i = random.nextInt(8); i > 0; i--) {
                rules.add(randomRule(random));
            }
            Touch touch =
                    new Touch(
                            Capability.FS_WRITE,
                            List.of("src/A.java", "src/b/C.java", "a.key", "x")
                                    .get(random.nextInt(4)));
            Action expected = oracle(rules, touch);
            for (int shuffle = 0; shuffle < 3; shuffle++) {
                Collections.shuffle(rules, random);
                assertThat(new RuleBook(rules).decide("write", touch).action())
                        .as("%s on %s", rules, touch)
                        .isEqualTo(expected);
            }
        }
    }

    private static Rule randomRule(Random random) {
        return new Rule(
                SCOPES.get(random.nextInt(3)),
                ACTIONS.get(random.nextInt(3)),
                List.of("write", "fs.write", "*", "read").get(random.nextInt(4)),
                List.of("**", "src/**", "src/*.java", "src/A.java", "**/*.key", "x")
                        .get(random.nextInt(6)));
    }

    private static Action oracle(List<Rule> rules, Touch touch) {
        Action best = Action.ASK;
        long bestScore = -1;
        for (Rule rule : rules) {
            boolean covers = List.of("write", "fs.write", "*").contains(rule.permission());
            if (!covers || !matches(rule.pattern(), touch.subject())) {
                continue;
            }
            if (rule.scope() == Scope.MANIFEST && rule.action() == Action.DENY) {
                return Action.DENY;
            }
            long permission =
                    rule.permission().equals("write")
                            ? 2
                            : rule.permission().equals("fs.write") ? 1 : 0;
            long literals = rule.pattern().replace("*", "").length();
            long score =
                    ((permission * 100 + literals) * 10 + SCOPES.indexOf(rule.scope())) * 10
                            + ACTIONS.indexOf(rule.action());
            if (score > bestScore) {
                bestScore = score;
                best = rule.action();
            }
        }
        return best;
    }

    private static boolean matches(String pattern, String path) {
        return switch (pattern) {
            case "**" -> true;
            case "src/**" -> path.startsWith("src/");
            case "src/*.java" -> path.equals("src/A.java");
            case "**/*.key" -> path.endsWith(".key");
            default -> path.equals(pattern);
        };
    }
}
