package dev.deft.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.ApprovedRules;
import dev.deft.policy.LookModeSupport;
import dev.deft.policy.PolicyFile;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.RuleStore;
import dev.deft.policy.Scope;
import dev.deft.run.Approval;
import dev.deft.run.Mode;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Capability;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Rules that allow commands in look mode.
class LookRulesTest {

    private static final LookModeSupport ENFORCED = Optional::empty;

    record None() {}

    private record Bash() implements Tool<None> {

        @Override
        public ToolSpec<None> spec() {
            return ToolSpec.of("bash", None.class, ToolCategory.SYSTEM, ToolKind.EXECUTE);
        }

        @Override
        public ToolResult run(None params, Host host) {
            return ToolResult.output(params, "", "");
        }
    }

    private static PreparedCall<None> call(Touch touch) {
        return new PreparedCall<>(
                "1", new Bash(), new None(), Json.Obj.EMPTY, Limits.DEFAULT, List.of(touch));
    }

    private static RuleBook rules(String... lines) {
        return new RuleBook(Stream.of(lines).map(it -> Rule.parse(Scope.PROJECT, it)).toList());
    }

    private static Verdict judged(RuleBook rules, LookModeSupport enforcement, String script)
            throws InterruptedException {
        return new RulesGate(rules, RuleStore.NONE, enforcement, new ApprovedRules(List::of))
                .judge(call(Touch.running(script)));
    }

    /// `look`, or the verdict of the gate.
    private static String said(RuleBook rules, String script) throws InterruptedException {
        Verdict verdict = judged(rules, ENFORCED, script);
        return verdict.mode() == Mode.LOOK ? "look" : verdict.says();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git tag",
                "while read -r x; do echo \"$x\"; done <a.txt",
                "sort a.txt > b.txt",
                "$(cat f) x",
                "eval \"$x\"",
                "rm -rf build",
                "echo x >/dev/tcp/example.org/80",
                "if then",
                "x=1",
                "git -c core.pager=evil log",
                "cat <$y >>~/z"
            })
    void allowAnyScriptInLookMode(String script) throws InterruptedException {
        assertThat(said(rules("look bash *"), script)).isEqualTo("look");
        assertThat(said(rules("look shell.run *"), script)).isEqualTo("look");
        assertThat(said(rules("look * *"), script)).isEqualTo("look");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            textBlock =
                    """
                    look bash * ; allow bash npm test *        => npm test           => allow
                    look bash * ; allow bash npm test *        => npm run x          => look
                    look bash * ; allow bash npm test *        => npm test; git tag  => look
                    look bash * ; allow bash npm test *        => cd a && npm test 2>&1 | tail -5 => allow
                    look bash * ; allow bash npm test *        => npm test > a.txt   => look
                    look bash * ; allow bash npm test *        => tail -5 a.txt      => look
                    look bash * ; allow bash npm test *        => npm test "$(id)"   => look
                    look bash * ; allow fs.write *.txt         => echo hi > a.txt   => allow
                    look bash * ; allow fs.write *.txt         => sort b > a.txt    => look
                    look bash * ; allow fs.read **             => cat < a.txt       => look
                    look bash git * ; allow bash *             => git push           => look
                    look bash git * ; allow bash *             => ls                 => allow
                    look bash git * ; allow bash git *         => git push           => look
                    look bash git *                            => git -c a=b log     => look
                    look bash git *                            => ls                 => ask
                    look bash git *                            => git log > a.txt    => ask
                    look bash git *                            => git $x             => look
                    look bash git *                            => $x                 => ask
                    look bash * ; deny bash rm *               => rm a               => deny
                    look bash * ; deny bash rm *               => ls; sudo rm a      => deny
                    look bash * ; deny bash rm *               => $x a               => ask
                    look bash * ; deny bash git push *         => git $x             => ask
                    look bash * ; ask bash git push *          => git push           => ask
                    look bash * ; ask bash git push *          => git tag            => look
                    look bash * ; deny fs.read secrets/**      => cat <secrets/k     => deny
                    look bash * ; ask fs.write **              => echo >a.txt        => ask
                    look bash * ; allow * *                    => ls                 => look
                    """)
    void keepTheOrderOfPrecedence(String lines, String script, String expected)
            throws InterruptedException {
        String[] all = lines.split(" ; ", -1);
        assertThat(said(rules(all), script)).isEqualTo(expected);
    }

    @Test
    void neverOverruleADenyOfTheManifest() throws InterruptedException {
        var rules =
                new RuleBook(
                        List.of(
                                Rule.parse(Scope.MANIFEST, "deny * *"),
                                Rule.parse(Scope.SESSION, "look bash *")));

        assertThat(said(rules, "ls")).isEqualTo("deny");
        assertThat(said(rules, "$x")).isEqualTo("ask");
    }

    @Test
    void sayNothingAboutFilesAndHosts() {
        RuleBook rules = rules("look * *");

        for (Capability other : List.of(Capability.FS_READ, Capability.FS_WRITE)) {
            assertThat(rules.decide("read", new Touch(other, "a")).action()).isEqualTo(Action.ASK);
        }
        assertThat(rules.decide("web_fetch", Touch.fetching("example.org")).action())
                .isEqualTo(Action.ASK);
        assertThat(rules.decide("todo", new Touch(Capability.NONE, "")).action())
                .isEqualTo(Action.ASK);
    }

    @Test
    void suggestTheRulesThatAllowToRunInFull() throws Exception {
        RuleBook rules = rules("look bash *", "allow bash ls *");
        List<Rule> kept = new ArrayList<>();
        Verdict verdict =
                new RulesGate(rules, kept::add, ENFORCED, new ApprovedRules(List::of))
                        .judge(call(Touch.running("ls; npm test > out.txt")));

        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Look.class,
                        it -> {
                            assertThat(it.why())
                                    .startsWith(
                                            "The project rule `look bash *` allows npm test in look mode.");
                            assertThat(it.fullModeQuestion().rules())
                                    .containsExactly(
                                            "allow bash npm test *", "allow fs.write out.txt");
                            assertThat(it.fullModeQuestion().why())
                                    .startsWith("No rule allows npm test.");
                        });
        ((Verdict.Look) verdict).fullModeQuestion().answers().store(Approval.PROJECT);
        assertThat(kept)
                .containsExactly(
                        Rule.parse(Scope.PROJECT, "allow bash npm test *"),
                        Rule.parse(Scope.PROJECT, "allow fs.write out.txt"));
        assertThat(said(rules, "ls; npm test > out.txt")).isEqualTo("allow");
    }

    @Test
    void allowOnlyKnownLinesWhereLookModeCannotBeEnforced() throws InterruptedException {
        LookModeSupport missing = () -> Optional.of("bubblewrap is not installed");
        RuleBook rules = rules("look bash *");

        assertThat(judged(rules, missing, "git status")).isInstanceOf(Verdict.Allow.class);
        assertThat(judged(rules, missing, " ls -la\n")).isInstanceOf(Verdict.Allow.class);
        assertThat(judged(rules, missing, "git status").mode()).isEqualTo(Mode.FULL);
        for (String other :
                List.of("ls -la a", "ls; pwd", "PATH=. ls", "git status $x", "ls >a", "git  log")) {
            assertThat(judged(rules, missing, other)).as(other).isInstanceOf(Verdict.Ask.class);
        }
        assertThat(judged(rules, missing, "make all").why())
                .isEqualTo(
                        "The project rule `look bash *` allows make all in look mode. But look mode cannot be"
                                + " enforced here: bubblewrap is not installed. To run it in full: No rule allows make all.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"look bash *", "look shell.run git *", "look * *", "LOOK bash *"})
    void areWrittenAsTheyAreRead(String line) {
        Rule rule = Rule.parse(Scope.PROJECT, line);

        assertThat(rule.mode()).isEqualTo(Mode.LOOK);
        assertThat(rule.action()).isEqualTo(Action.ALLOW);
        assertThat(rule.text()).isEqualToIgnoringCase(line);
        assertThat(Rule.parse(Scope.PROJECT, rule.text())).isEqualTo(rule);
        assertThat(PolicyFile.read(PolicyFile.write(List.of(rule))).rules().orElseThrow())
                .containsExactly(rule);
    }

    @Test
    void areWrittenWithAModeInJson() throws Exception {
        String json =
                """
                {"rules": [{"permission": "bash", "pattern": "*", "action": "allow", "mode": "look"},
                           {"permission": "bash", "pattern": "ls", "action": "allow", "mode": "full"}]}
                """;

        assertThat(PolicyFile.read(JsonText.parseObject(json)).rules().orElseThrow())
                .containsExactly(
                        Rule.parse(Scope.MANIFEST, "look bash *"),
                        Rule.parse(Scope.MANIFEST, "allow bash ls"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    bash    | deny  | look  | needs the action allow, not deny
                    bash    | ask   | look  | needs the action allow, not ask
                    fs.read | allow | look  | needs the permission bash, shell.run or *, not fs.read
                    write   | allow | look  | needs the permission bash, shell.run or *, not write
                    bash    | allow | peek  | a mode is full or look, not "peek"
                    """)
    void areRejectedWhereTheyMakeNoSense(
            String permission, String action, String mode, String message) throws Exception {
        Json.Obj json =
                JsonText.parseObject(
                        """
                        {"rules": [{"permission": "%s", "pattern": "*", "action": "%s", "mode": "%s"}]}
                        """
                                .formatted(permission, action, mode));

        assertThatThrownBy(() -> PolicyFile.read(json)).hasMessageContaining(message);
    }
}
