package dev.deft.app.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.cli.DeftRun;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.demo.ScriptedAnswer;
import dev.deft.app.demo.ScriptedServer;
import dev.deft.app.terminal.Screen;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which policy holds for a run, where several files say something.
class RunPolicyTest {

    private static final String ALLOW_ALL =
            """
            {"policy": {"rules": [{"permission": "fs.write", "pattern": "**", "action": "allow"}]}}
            """;

    @TempDir Path root;

    @BeforeEach
    void writeAFile() throws IOException {
        Files.writeString(root.resolve("there.txt"), "there\n");
    }

    private void own(String text) throws IOException {
        Path file = root.resolve(".home/config/agent.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void workspace(String text) throws IOException {
        Files.createDirectories(root.resolve(".deft"));
        Files.writeString(root.resolve(".deft/agent.json"), text);
    }

    private DeftRun calling(String tool, Json.Obj arguments, String... words) throws IOException {
        List<ScriptedAnswer> script =
                List.of(
                        ScriptedAnswer.saying("I try.").calling(tool, arguments),
                        ScriptedAnswer.saying("Tried."));
        try (var server = new ScriptedServer(script, Duration.ZERO)) {
            return DeftRun.in(
                    root,
                    Map.of("ANTHROPIC_API_KEY", "sk-test-1", "ANTHROPIC_BASE_URL", server.url()),
                    "",
                    words);
        }
    }

    private static Json.Obj path(String path) {
        return Json.Obj.EMPTY.with("path", path);
    }

    private DeftRun writing(String... words) throws IOException {
        return calling("write", path("new.txt").with("content", "new\n"), words);
    }

    @Test
    void isThatOfTheUsersOwnFileWhereNoneIsNamed() throws IOException {
        own(ALLOW_ALL);
        assertThat(writing("run", "go").code()).isZero();
    }

    @Test
    void withoutRulesMeansTheSameForCallsAndRuns() throws IOException {
        Files.writeString(root.resolve("there.txt"), "there\n");
        Files.writeString(root.resolve("bare.json"), "{\"sandbox\": \"auto\"}");
        String[] more = {"--policy", "bare.json"};
        assertThat(
                        DeftRun.in(
                                        root,
                                        "",
                                        "call",
                                        "read",
                                        "{\"path\":\"there.txt\"}",
                                        more[0],
                                        more[1])
                                .code())
                .isZero();
        assertThat(calling("read", path("there.txt"), "run", "go", more[0], more[1]).code())
                .isZero();
        DeftRun call =
                DeftRun.in(
                        root,
                        "",
                        "call",
                        "write",
                        "{\"path\":\"new.txt\",\"content\":\"\"}",
                        more[0],
                        more[1]);
        assertThat(call.out()).contains("permission_denied");
        assertThat(writing("run", "go", more[0], more[1]).code()).isEqualTo(3);
    }

    @Test
    void isTheOneThatIsNamedWhateverTheUsersOwnFileSays() throws IOException {
        own(ALLOW_ALL);
        Files.writeString(root.resolve("strict.json"), "{\"rules\": []}");
        assertThat(writing("run", "go", "--policy", "strict.json").code()).isEqualTo(3);
        assertThat(root.resolve("new.txt")).doesNotExist();
    }

    private boolean asksSomebody(boolean conversation, String... words) throws Exception {
        var nowhere = new PrintStream(OutputStream.nullOutputStream());
        var console =
                new Console(
                        InputStream.nullInputStream(),
                        nowhere,
                        nowhere,
                        Screen.NONE,
                        Screen.NONE,
                        root,
                        Map.of(
                                "DEFT_HOME",
                                root.resolve(".home").toString(),
                                "ANTHROPIC_API_KEY",
                                "sk-test-1"));
        Approver person =
                new Approver() {
                    @Override
                    public Approval approve(Request request) {
                        return Approval.ONCE;
                    }

                    @Override
                    public List<List<String>> answer(String callId, List<Question> questions) {
                        return List.of();
                    }
                };
        var options =
                new RunOptions(
                        ParsedArguments.parse(new RunCommand(), List.of(words)),
                        console,
                        Optional.empty());
        Approver asked = options.setup(conversation, () -> person).approver();
        return asked.equals(person);
    }

    @Test
    void asksThePersonWhereSomebodyIsThereOrTheUsersOwnFileSaysSo() throws Exception {
        assertThat(asksSomebody(true, "go")).as("at a terminal").isTrue();
        assertThat(asksSomebody(false, "go")).as("elsewhere").isFalse();
        for (String headless : List.of("--headless", "--print", "-p")) {
            assertThat(asksSomebody(true, "go", headless)).as(headless).isFalse();
        }
        own("{\"policy\": {\"headless\": true}}");
        assertThat(asksSomebody(true, "go")).as("headless by policy").isFalse();
        own("{\"policy\": {\"headless\": false}}");
        assertThat(asksSomebody(false, "go")).as("not headless by policy").isTrue();
        assertThat(asksSomebody(false, "go", "-p")).as("the option narrows").isFalse();
    }

    @Test
    void saysThatABudgetDoesNotHoldWhereThePriceIsNotKnown() throws IOException {
        own("{\"budget_usd\": 0.5}");
        DeftRun unpriced =
                calling("read", path("there.txt"), "run", "go", "--model", "anthropic/mine");
        assertThat(unpriced.err())
                .startsWith(
                        "deft: budget.usd does not hold: what anthropic/mine costs is not known;");
        assertThat(calling("read", path("there.txt"), "run", "go").err())
                .doesNotContain("budget.usd");
    }

    @Test
    void stillLetsTheAgentLookWhereTheWorkspaceForbidsSomethingElse() throws IOException {
        workspace(
                """
                {"policy": {"rules": [{"permission": "write", "pattern": "gen/**", "action": "deny"}]}}
                """);
        assertThat(calling("read", path("there.txt"), "run", "go").code()).isZero();
    }

    @Test
    void isNarrowedByTheWorkspaceWhateverElseAllowsIt() throws IOException {
        own(ALLOW_ALL);
        workspace(
                """
                {"policy": {"rules": [{"permission": "write", "pattern": "new.txt", "action": "deny"}]}}
                """);
        assertThat(writing("run", "go", "--yes-edits").code()).isEqualTo(3);
        assertThat(root.resolve("new.txt")).doesNotExist();
    }
}
