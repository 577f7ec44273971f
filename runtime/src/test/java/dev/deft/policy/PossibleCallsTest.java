package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.pattern.PatternVariables;
import dev.deft.run.Mode;
import dev.deft.script.Script;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PossibleCallsTest {

    private record Params() {}

    private static final ToolSpec<?> READ =
            spec("read", ToolKind.READ, RequirementSet.reading("{workspace}/**"));
    private static final ToolSpec<?> EDIT =
            spec(
                    "edit",
                    ToolKind.EDIT,
                    RequirementSet.reading("{workspace}/**")
                            .plus(RequirementSet.writing("{workspace}/**")));
    private static final ToolSpec<?> BASH =
            spec("bash", ToolKind.EXECUTE, RequirementSet.running("*"));
    private static final ToolSpec<?> PROCESS =
            spec("process", ToolKind.EXECUTE, RequirementSet.running("*"));
    private static final ToolSpec<?> FETCH =
            spec("fetch", ToolKind.FETCH, RequirementSet.fetching("**"));
    private static final ToolSpec<?> TODO = spec("todo", ToolKind.THINK, RequirementSet.NONE);

    private static final List<ToolSpec<?>> TOOLS = List.of(READ, EDIT, BASH, PROCESS, FETCH, TODO);

    private static ToolSpec<?> spec(String id, ToolKind kind, RequirementSet requires) {
        return ToolSpec.of(id, Params.class, ToolCategory.CUSTOM, kind).requiring(requires);
    }

    private static List<String> possible(
            RequirementSet ceiling, boolean interactive, Rule... rules) {
        var calls =
                new PossibleCalls(
                        new RuleBook(List.of(rules)),
                        Ceiling.of(ceiling, PatternVariables.of(List.of(), List.of())),
                        interactive);
        return TOOLS.stream().filter(calls).map(ToolSpec::id).toList();
    }

    private static Rule[] rules(String lines) {
        return Arrays.stream(lines.split(";", -1))
                .map(String::strip)
                .filter(it -> !it.isEmpty())
                .map(it -> Rule.parse(Scope.MANIFEST, it))
                .toArray(Rule[]::new);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ''                                       | read edit bash process fetch todo
                    deny bash *                              | read edit process fetch todo
                    deny bash * ; allow bash git *           | read edit process fetch todo
                    deny bash rm *                           | read edit bash process fetch todo
                    deny * *                                 | ''
                    deny shell.run *                         | read edit fetch todo
                    deny shell.run * ; allow * *             | read edit fetch todo
                    deny shell.run * ; allow process *       | read edit process fetch todo
                    deny fs.write ** ; allow fs.read **      | read bash process fetch todo
                    deny write **                            | read bash process fetch todo
                    deny read **                             | edit bash process fetch todo
                    deny fs.write src/**                     | read edit bash process fetch todo
                    deny net.fetch *                         | read edit bash process todo
                    deny net.fetch *.example.org             | read edit bash process fetch todo
                    deny todo *                              | read edit bash process fetch
                    ask * *                                  | read edit bash process fetch todo
                    """)
    void excludesToolsThatTheRulesDenyEntirely(String lines, String ids) {
        assertThat(String.join(" ", possible(RequirementSet.EVERYTHING, true, rules(lines))))
                .isEqualTo(ids);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ''                                       | read edit bash process fetch todo
                    allow fs.read ** ; look bash *           | read edit bash process fetch todo
                    ask bash *                               | read edit process fetch todo
                    ask bash * ; allow bash git *            | read edit bash process fetch todo
                    ask fs.write ** ; allow edit docs/**     | read edit bash process fetch todo
                    ask * *                                  | ''
                    """)
    void excludesToolsThatNeedApprovalWhereNobodyCanBeAsked(String lines, String ids) {
        assertThat(String.join(" ", possible(RequirementSet.EVERYTHING, false, rules(lines))))
                .isEqualTo(ids);
    }

    @Test
    void excludesToolsOutsideTheCeilingOfTheAgent() {
        assertThat(possible(RequirementSet.reading("{workspace}/**"), true))
                .containsExactly("read", "todo");
        assertThat(possible(RequirementSet.NONE, true)).containsExactly("todo");
    }

    private static final List<String> PERMISSIONS =
            List.of(
                    "read",
                    "write",
                    "edit",
                    "bash",
                    "process",
                    "fetch",
                    "todo",
                    "fs.read",
                    "fs.write",
                    "shell.run",
                    "net.fetch",
                    "none",
                    "*",
                    "e*");
    private static final List<String> PATTERNS =
            List.of(
                    "*",
                    "**",
                    "src/**",
                    "*.txt",
                    "/**",
                    "git *",
                    "git status",
                    "rm *",
                    "example.org",
                    "*.example.org",
                    "list",
                    "[a-z]*");
    private static final Map<Capability, List<String>> SUBJECTS =
            Map.of(
                    Capability.FS_READ,
                    List.of("a.txt", "src/A.java", "/etc/passwd", ".", "src/**", "./**"),
                    Capability.FS_WRITE,
                    List.of("a.txt", "src/A.java", "/etc/passwd", ".", "../b"),
                    Capability.NET_FETCH,
                    List.of("example.org:443", "a.example.org:443", "[::1]:80"),
                    Capability.SHELL_RUN,
                    List.of(
                            "git status",
                            "rm -rf x",
                            "git status > a.txt",
                            "cd src && ls | head",
                            "X=1 git status",
                            "sudo git status"),
                    Capability.NONE,
                    List.of("", "list", "PATH"));

    private static Rule random(Random random) {
        Action action = List.of(Action.values()).get(random.nextInt(3));
        String permission = PERMISSIONS.get(random.nextInt(PERMISSIONS.size()));
        boolean look =
                action == Action.ALLOW
                        && List.of("bash", "shell.run", "*").contains(permission)
                        && random.nextBoolean();
        return new Rule(
                List.of(Scope.values()).get(random.nextInt(3)),
                action,
                look ? Mode.LOOK : Mode.FULL,
                permission,
                PATTERNS.get(random.nextInt(PATTERNS.size())));
    }

    /// Whether a touch could be allowed; for a script, all its parts.
    private static boolean isPossible(
            RuleBook book, String tool, Touch touch, boolean interactive) {
        if (touch.capability() != Capability.SHELL_RUN) {
            return isPossible(book.decide(tool, touch), interactive);
        }
        return book.decide(tool, Script.read(touch.subject()), ".").stream()
                .allMatch(it -> isPossible(it.decision(), interactive));
    }

    private static boolean isPossible(RuleBook.Decision decision, boolean interactive) {
        return switch (decision.action()) {
            case ALLOW -> true;
            case ASK -> interactive || decision.rule().isEmpty();
            case DENY -> false;
        };
    }

    @Test
    void neverExcludesAToolWithAPossibleCall() {
        var random = new Random(7);
        for (int round = 0; round < 20_000; round++) {
            List<Rule> rules = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                rules.add(random(random));
            }
            var book = new RuleBook(rules);
            String tool = List.of("read", "edit", "bash", "fetch", "todo").get(random.nextInt(5));
            Capability capability = List.of(Capability.values()).get(random.nextInt(5));
            boolean interactive = random.nextBoolean();
            boolean chance =
                    SUBJECTS.getOrDefault(capability, List.of()).stream()
                            .map(it -> new Touch(capability, it))
                            .anyMatch(it -> isPossible(book, tool, it, interactive));
            if (chance) {
                assertThat(book.mayAllow(tool, Set.of(capability), interactive))
                        .as("%s with %s under %s", tool, capability, rules)
                        .isTrue();
            }
        }
    }

    @Test
    void tellWhenRulesHaveChanged() {
        var outer = new RuleBook(List.of());
        var inner = new RuleBook(List.of(), SecretFiles.NONE, Optional.of(outer), List.of());
        var calls =
                new PossibleCalls(
                        inner,
                        Ceiling.of(
                                RequirementSet.reading("**"),
                                PatternVariables.of(List.of(), List.of())),
                        true);
        Rule deny = rules("deny read **")[0];
        long first = calls.changes();
        assertThat(calls.changes()).isEqualTo(first);

        outer.add(deny);
        long second = calls.changes();
        assertThat(second).isGreaterThan(first);

        inner.add(deny);
        long third = calls.changes();
        assertThat(third).isGreaterThan(second);

        inner.remove(deny);
        assertThat(calls.changes()).isGreaterThan(third);
    }
}
