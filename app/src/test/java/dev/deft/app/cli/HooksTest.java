package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hooks as real programs, of the user and of a workspace.
class HooksTest {

    @TempDir private Path directory;
    private Path root;
    private Path home;

    @BeforeEach
    void makeAWorkspace() throws Exception {
        root = Files.createDirectories(directory.toRealPath().resolve("work"));
        home = directory.toRealPath().resolve("home");
        Files.writeString(root.resolve("a.txt"), "one\n");
    }

    private void hook(String event, String script) throws Exception {
        hook(event, script, "");
    }

    /// A hook of the user.
    private void hook(String event, String script, String more) throws Exception {
        hook(home.resolve("config"), event, script, more);
    }

    private static void hook(Path at, String event, String script, String more) throws Exception {
        program(at.resolve("hook.sh"), script);
        Files.writeString(
                at.resolve("agent.json"),
                "{\"hooks\": {\"%s\": [{\"command\": [\"./hook.sh\"], \"timeout_ms\": 3000%s}]}}"
                        .formatted(event, more));
    }

    private static void program(Path file, String script) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private DeftRun deft(String... words) {
        return DeftRun.in(
                root,
                Map.of("DEFT_HOME", home.toString(), "MY_API_KEY", "sesame-value-12345"),
                "",
                words);
    }

    private DeftRun read(String... more) {
        java.util.List<String> words =
                new java.util.ArrayList<>(
                        java.util.List.of("call", "read", "{\"path\":\"a.txt\"}"));
        words.addAll(java.util.List.of(more));
        return deft(words.toArray(String[]::new));
    }

    private static String error(DeftRun run) throws Exception {
        return JsonText.parseObject(run.out()).text("error_text").orElse("");
    }

    @Test
    void areNotIgnoredWhenTheirEventIsMisspelled() throws Exception {
        hook("before_cal", "echo '{\"decision\":\"deny\",\"reason\":\"not today\"}'");

        DeftRun called = read();
        assertThat(called.code()).isNotZero();
        assertThat(called.out() + called.err()).contains("before_cal", "before_call");
        DeftRun ran = deft("run", "hello");
        assertThat(ran.code()).isNotZero();
        assertThat(ran.out() + ran.err()).contains("before_cal", "before_call");
    }

    @Test
    void denyACallWithTheirReason() throws Exception {
        hook("before_call", "echo '{\"decision\":\"deny\",\"reason\":\"not today\"}'");
        assertThat(error(read())).isEqualTo("The hook ./hook.sh denies it: not today");
        hook("before_call", "echo no way >&2; exit 2");
        assertThat(error(read())).isEqualTo("The hook ./hook.sh denies it: no way");
        hook("before_call", "echo '{\"decision\":\"ask\",\"reason\":\"sure?\"}'");
        assertThat(error(read())).contains("wants you asked: sure?", "Nobody is here to ask");
    }

    @Test
    void areToldOfTheToolsTheyMatch() throws Exception {
        hook("before_call", "cat > " + home + "/seen; exit 2", ", \"match\": \"re*d\"");
        assertThat(error(read())).contains("denies it");
        Json.Obj seen = JsonText.parseObject(Files.readString(home.resolve("seen")));
        assertThat(seen.text("event")).contains("before_call");
        assertThat(seen.text("tool")).contains("read");
        assertThat(seen.find("args")).contains(JsonText.parse("{\"path\":\"a.txt\"}"));
        assertThat(deft("call", "ls", "{\"path\":\".\"}").code()).isZero();
    }

    @Test
    void allowNothingThatARuleRefuses() throws Exception {
        hook("before_call", "echo '{\"decision\":\"allow\"}'");
        Files.writeString(
                root.resolve("policy.json"),
                "{\"rules\": [{\"permission\": \"read\", \"pattern\": \"**\", \"action\":"
                        + " \"deny\"}]}");
        assertThat(error(read("--policy", "policy.json"))).contains("deny read **");
        assertThat(read().code()).isZero();
    }

    @Test
    void thatBreakAreToldAndHarmNothing() throws Exception {
        for (String broken :
                new String[] {
                    "sleep 60 & sleep 60",
                    "echo nonsense",
                    "echo '{\"decision\":\"perhaps\"}'",
                    "exit 7",
                    "yes | head -c 50000000"
                }) {
            hook("before_call", broken);
            DeftRun run = read();
            assertThat(run.code()).as(broken).isZero();
            assertThat(run.err()).as(broken).contains("The hook ./hook.sh ", "It is skipped.");
        }
    }

    @Test
    void thatAreRequiredDenyWhereTheyBreak() throws Exception {
        hook("before_call", "exit 7", ", \"required\": true");
        assertThat(error(read()))
                .isEqualTo("The hook ./hook.sh ended with exit code 7; it is required.");
    }

    @Test
    void seeNoSecrets() throws Exception {
        hook("before_call", "env > " + home + "/env");
        assertThat(read().code()).isZero();
        assertThat(Files.readString(home.resolve("env")))
                .contains("PATH=")
                .doesNotContain("sesame");
    }

    @Test
    void areNotRunToExplainACall() throws Exception {
        hook("before_call", "touch " + home + "/ran");
        DeftRun run = deft("policy", "explain", "read", "{\"path\":\"a.txt\"}");
        assertThat(run.out()).containsPattern("hooks +allow +These would be asked.*hook.sh");
        assertThat(home.resolve("ran")).doesNotExist();
    }

    @Test
    void areToldOfTheBeginAndEndOfASession() throws Exception {
        program(
                home.resolve("config/hook.sh"),
                "cat >> " + home + "/seen; echo >> " + home + "/seen");
        Files.writeString(
                home.resolve("config/agent.json"),
                "{\"hooks\": {\"session_start\": [{\"command\": [\"./hook.sh\"]}], \"session_end\":"
                        + " [{\"command\": [\"./hook.sh\"]}]}}");
        assertThat(read().code()).isZero();
        assertThat(Files.readAllLines(home.resolve("seen")))
                .hasSize(2)
                .first()
                .asString()
                .contains("session_start");
    }

    @Test
    void ofAWorkspaceRunOnlyAsTheUserTrustedThem() throws Exception {
        program(root.resolve("guard.sh"), "exit 2");
        Files.createDirectories(root.resolve(".deft"));
        Files.writeString(
                root.resolve(".deft/agent.json"),
                "{\"hooks\": {\"before_call\": [{\"command\": [\"./guard.sh\"]}]}}");
        DeftRun untrusted = read();
        assertThat(untrusted.code()).isZero();
        assertThat(untrusted.err()).contains("The hooks of .deft/agent.json are not used");

        assertThat(deft("trust", "add", "--yes").out())
                .containsPattern("hook +before_call +./guard.sh");
        assertThat(error(read())).contains("The hook ./guard.sh denies it");

        program(root.resolve("guard.sh"), "touch " + root + "/evil");
        DeftRun changed = read();
        assertThat(changed.code()).isZero();
        assertThat(changed.err())
                .contains("is not used: guard.sh changed after you trusted the workspace");
        assertThat(root.resolve("evil")).doesNotExist();
    }

    @Test
    void thatAreDescribedWronglyAreAnError() throws Exception {
        Files.createDirectories(home.resolve("config"));
        Files.writeString(
                home.resolve("config/agent.json"),
                "{\"hooks\": {\"before_call\": [{\"match\": \"x\"}]}}");
        DeftRun run = read();
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains("line 1, column", "needs the key command");
    }
}
