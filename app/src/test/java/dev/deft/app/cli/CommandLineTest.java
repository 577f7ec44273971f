package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.Screen;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {

    @TempDir private Path root;

    private DeftRun deft(String... words) {
        return DeftRun.in(root, "", words);
    }

    private static Json.Obj json(DeftRun run) throws Exception {
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).endsWith("\n");
        return JsonText.parseObject(run.out());
    }

    private static String code(DeftRun run) throws Exception {
        return ((Json.Obj) json(run).find("metadata").orElseThrow()).text("code").orElse("");
    }

    private String policy(String json) throws Exception {
        return Files.writeString(root.resolve("policy.json"), json).toString();
    }

    @Test
    void printsOneEnvelope() throws Exception {
        DeftRun run = deft("call", "base64_encode", "{\"text\":\"hällo\"}");

        assertThat(run.code()).isZero();
        assertThat(json(run).find("type")).contains(new Json.Str("output"));
        assertThat(json(run).find("data")).contains(Json.Obj.EMPTY.with("encoded", "aMOkbGxv"));
        assertThat(
                        List.copyOf(
                                ((Json.Obj) json(run).find("metadata").orElseThrow())
                                        .fields()
                                        .keySet()))
                .containsExactly("duration_ms", "title");
    }

    @Test
    void readsTheArgumentFromStdin() throws Exception {
        assertThat(
                        json(DeftRun.in(root, "{\"text\":\"[1]\"}", "call", "json_parse", "-"))
                                .find("type"))
                .contains(new Json.Str("output"));
    }

    @Test
    void endsWithOneOnAnErrorEnvelope() throws Exception {
        DeftRun run = deft("call", "currenttime");

        assertThat(run.code()).isEqualTo(1);
        assertThat(code(run)).isEqualTo("unknown_tool");
        assertThat(run.out()).contains("current_time");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cal | did you mean call?",
                "version2go | there is no command \"version2go\"; see deft --help",
                "call current_time --dangerously-skip-permissions | there is no option \"--dangerously-skip-permissions\" (see",
                "--rot | no option \"--rot\" before the command",
                "call | name a tool",
                "call current_time {] | not JSON: ",
                "call current_time {} {} | too many arguments",
                "call current_time --polici x | did you mean --policy",
                "call current_time --policy none.json | there is no file none.json",
                "call current_time --policy . | cannot read",
                "call current_time --dialect klingon | locked, aegis, inventory, pegasus, opencode",
                "call current_time --dialect pegasus --collection x | allTaskTools, mainAgentTools, reflectionTools, sessionTools",
                "call current_time --collection x | has no collections",
                "call current_time --session a/b | A session id has",
                "call current_time --root none | there is no directory none",
                "call current_time --policy | --policy needs a value",
                "call current_time --batch=1 | takes no value",
                "call --batch current_time | takes its calls from stdin",
                "tools show nothing | there is no tool",
                "tools show reed | did you mean read?",
                "tools frobnicate | write deft tools",
                "policy frobnicate | not one of list, add, revoke, explain",
                "policy add allow write | a rule is an action",
                "policy add permit write x | an action is allow, ask or deny",
                "policy revoke 7 | there is no rule number 7",
            })
    void answersBadUsageWithOneClearLineAndTwo(String line, String message) {
        DeftRun run = deft(line.split(" ", -1));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("deft: ").contains(message).hasLineCount(1);
    }

    @Test
    void listsOrShowsWhereOnlyTheCommandIsNamed() {
        assertThat(deft("sessions").out()).isEqualTo(deft("sessions", "list").out());
        assertThat(deft("policy").out()).isEqualTo(deft("policy", "list").out());
        assertThat(deft("config").out()).isEqualTo(deft("config", "show").out());
        assertThat(deft("tools").out()).isEqualTo(deft("tools", "list").out()).isNotEmpty();
        for (String version : List.of("-v", "-V", "--version", "version")) {
            assertThat(deft(version).out()).isEqualTo("deft test\n");
        }
    }

    @Test
    void fitsTheScreenHoweverWideItIs() {
        for (int width : List.of(40, 60, 80, 132, 250)) {
            for (String command : List.of("tools", "config", "sessions", "--help", "run --help")) {
                DeftRun run =
                        DeftRun.on(
                                Screen.MOVING,
                                root,
                                Map.of("COLUMNS", Integer.toString(width)),
                                "",
                                command.split(" ", -1));
                assertThat(run.code()).isZero();
                assertThat(run.out().lines().filter(it -> !it.contains("deft")))
                        .as("%s at %d", command, width)
                        .allMatch(it -> it.length() <= width);
            }
        }
    }

    @Test
    void readsWhatIsPipedInWhateverItsEncoding() throws Exception {
        byte[] latin = "{\"text\":\"\u00e4\u20ac\"}".getBytes(Charset.forName("windows-1252"));
        DeftRun run = DeftRun.in(root, Map.of(), latin, "call", "base64_encode", "-");
        assertThat(run.err())
                .isEqualTo("deft: standard input is not UTF-8; it is read as windows-1252\n");
        assertThat(run.out()).contains("w6Tigqw=");
        byte[] marked = "\ufeff{\"text\":\"a\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(DeftRun.in(root, Map.of(), marked, "call", "base64_encode", "-").code())
                .isZero();
        byte[] wide = "{\"text\":\"a\"}".getBytes(StandardCharsets.UTF_16);
        assertThat(DeftRun.in(root, Map.of(), wide, "call", "base64_encode", "-").code()).isZero();
    }

    @Test
    void helpsWithEveryCommand() {
        assertThat(deft().out())
                .isEqualTo(deft("--help").out())
                .contains("call", "tools", "policy", "doctor");
        for (String command : List.of("call", "tools", "policy", "doctor")) {
            DeftRun help = deft(command, "--help");
            assertThat(help.code()).isZero();
            assertThat(help.out())
                    .contains("Usage: deft " + command, "--root DIR")
                    .isEqualTo(deft("help", command).out());
        }
        assertThat(deft("--version").out()).isEqualTo("deft test\n");
    }

    @Test
    void listsToolsForPeopleAndForPrograms() throws Exception {
        assertThat(deft("tools").out())
                .containsPattern("(?m)^system +bash +Runs a command")
                .containsPattern("(?m)^ +current_time +Returns the current time")
                .containsPattern("(?m)^file +read +Shows a file");
        Json.Arr all = (Json.Arr) JsonText.parse(deft("tools", "--json").out());
        assertThat(all.items())
                .isNotEmpty()
                .allSatisfy(it ->
                        assertThat(List.copyOf(((Json.Obj) it).fields().keySet()))
                                .containsExactly(
                                        "name",
                                        "description",
                                        "parameters",
                                        "requires",
                                        "category",
                                        "kind"));
        assertThat(deft("tools", "show", "todo").out())
                .contains("todo  system, think", "Parameters");
        assertThat(JsonText.parseObject(deft("tools", "show", "todo", "--json").out()).text("name"))
                .contains("todo");
        assertThat(deft("tools", "--json", "--dialect", "opencode").out())
                .contains("todowrite", "todoread")
                .doesNotContain("current_time");
    }

    @Test
    void asksAboutWhatAPolicyDoesNotAllowAndDeniesItHeadless() throws Exception {
        String file =
                policy(
                        "{\"rules\":[{\"permission\":\"current_time\",\"pattern\":\"*\",\"action\":\"allow\"}]}");

        assertThat(deft("call", "current_time", "--policy", file).code()).isZero();
        assertThat(code(deft("call", "sleep", "{\"duration\":0}", "--policy", file)))
                .isEqualTo("permission_denied");
    }

    @Test
    void decidesWithoutRunning() throws Exception {
        String open =
                policy(
                        "{\"rules\":[{\"permission\":\"get_env\",\"pattern\":\"JAVA_*\",\"action\":\"allow\"},{\"permission\":\"set_env\",\"pattern\":\"*\",\"action\":\"deny\"}]}");

        assertThat(
                        decision(
                                deft(
                                        "call",
                                        "--decide",
                                        "get_env",
                                        "{\"key\":\"JAVA_HOME\"}",
                                        "--policy",
                                        open)))
                .isEqualTo("allow");
        assertThat(
                        decision(
                                deft(
                                        "call",
                                        "--decide",
                                        "get_env",
                                        "{\"key\":\"HOME\"}",
                                        "--policy",
                                        open)))
                .isEqualTo("ask");
        assertThat(
                        decision(
                                deft(
                                        "call",
                                        "--decide",
                                        "set_env",
                                        "{\"key\":\"A\",\"value\":\"b\"}",
                                        "--policy",
                                        open)))
                .isEqualTo("deny");
        String headless = policy("{\"headless\":true,\"rules\":[]}");
        assertThat(
                        decision(
                                deft(
                                        "call",
                                        "--decide",
                                        "get_env",
                                        "{\"key\":\"HOME\"}",
                                        "--policy",
                                        headless)))
                .isEqualTo("deny");
        DeftRun batch =
                DeftRun.in(
                        root,
                        "{\"id\":7,\"tool\":\"current_time\"}\n",
                        "call",
                        "--batch",
                        "--decide");
        assertThat(batch.out())
                .startsWith(
                        "{\"id\":7,\"result\":{\"type\":\"output\",\"data\":{\"decision\":\"allow\"");
    }

    @Test
    void readsAPolicyOnce() throws Exception {
        Path pipe = root.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        Thread writer = Thread.ofPlatform().daemon().start(() -> write(pipe, "{\"rules\":[]}"));

        assertThat(decision(deft("call", "--decide", "current_time", "--policy", pipe.toString())))
                .isEqualTo("ask");
        writer.join();
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String decision(DeftRun run) throws Exception {
        assertThat(run.code()).isZero();
        return ((Json.Obj) json(run).find("data").orElseThrow()).text("decision").orElse("");
    }

    @Test
    void storesListsExplainsAndRevokesRules() {
        assertThat(deft("policy", "list").out()).startsWith("No rules are stored");
        assertThat(deft("policy", "add", "deny", "get_env", "HOME").code()).isZero();
        assertThat(deft("policy", "list").out()).isEqualTo("  1  deny get_env HOME\n");
        assertThat(deft("policy", "explain", "get_env", "{\"key\":\"HOME\"}").out())
                .contains("capability  allow")
                .contains(
                        "rules       deny   The project rule `deny get_env HOME` forbids get_env on HOME. Do it another way.")
                .endsWith("→ deny\n");
        assertThat(deft("call", "get_env", "{\"key\":\"HOME\"}").out())
                .contains("permission_denied");
        assertThat(deft("policy", "revoke", "1").out()).isEqualTo("Revoked: deny get_env HOME\n");
        assertThat(deft("call", "get_env", "{\"key\":\"HOME\"}").code()).isZero();
        assertThat(root.resolve(".deft")).as("rules lie with the user").doesNotExist();
    }

    @Test
    void aDenialOfEachLayerHasItsOwnCode() throws Exception {
        String rule = "\"rules\":[{\"permission\":\"*\",\"pattern\":\"*\",\"action\":\"allow\"}]";
        String dog =
                policy(
                        "{"
                                + rule
                                + ",\"watchdog\":{\"command\":[\"/bin/sh\",\"-c\",\"echo '{\\\"decision\\\":\\\"deny\\\",\\\"reason\\\":\\\"bad dog\\\"}'\"]}}");
        DeftRun run = deft("call", "current_time", "--policy", dog);

        assertThat(code(run)).isEqualTo("watchdog_denied");
        assertThat(run.out()).contains("bad dog");
    }

    @Test
    void aMisspelledVariableFailsBeforeAnythingRuns() throws Exception {
        DeftRun run =
                deft(
                        "call",
                        "current_time",
                        "--policy",
                        policy("{\"requires\":{\"fs\":{\"read\":[\"{wrokspace}/**\"]}}}"));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("{wrokspace}");
    }

    @Test
    void keepsSecretsOutOfReach() {
        Map<String, String> environment =
                Map.of("MY_API_KEY", "sesame", "PLAIN", "open", "DB", "postgres://u:hidden@h/d");

        assertThat(
                        DeftRun.in(
                                        root,
                                        environment,
                                        "",
                                        "call",
                                        "get_env",
                                        "{\"key\":\"MY_API_KEY\"}")
                                .out())
                .contains("refused")
                .doesNotContain("sesame");
        assertThat(DeftRun.in(root, environment, "", "call", "get_env", "{\"key\":\"DB\"}").out())
                .contains("refused")
                .doesNotContain("hidden");
        assertThat(
                        DeftRun.in(root, environment, "", "call", "get_env", "{\"key\":\"PLAIN\"}")
                                .out())
                .contains("\"value\":\"open\"");
        assertThat(DeftRun.in(root, environment, "", "call", "get_env", "{\"key\":\"NONE\"}").out())
                .contains("\"value\":null");
        assertThat(DeftRun.in(root, environment, "", "doctor").out()).doesNotContain("sesame");
    }

    @Test
    void showsWhatTheMachineOffers() throws Exception {
        assertThat(deft("doctor").out()).contains("java", "sandbox", "model keys", "workspace");
        assertThat(((Json.Arr) JsonText.parse(deft("doctor", "--json").out())).items())
                .hasSizeGreaterThan(5);
    }
}
