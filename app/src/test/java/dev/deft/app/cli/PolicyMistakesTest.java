package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rules that are mistakes are told wherever they come from, and a policy tests itself.
class PolicyMistakesTest {

    @TempDir private Path root;

    private DeftRun deft(String... words) {
        return DeftRun.in(root, "", words);
    }

    @Test
    void areNotStored() {
        DeftRun added = deft("policy", "add", "deny", "bsh", "rm *");
        assertThat(added.code()).isEqualTo(2);
        assertThat(added.err())
                .contains("no tool and no capability is called \"bsh\"; did you mean bash");
        assertThat(deft("policy", "list").out()).contains("No rules are stored");
    }

    @Test
    void areStoredWithAWarningWhereAnotherMachineMayKnowTheTool() {
        DeftRun added = deft("policy", "add", "deny", "weather_forecast", "**");
        assertThat(added.code()).isZero();
        assertThat(added.err()).contains("can never apply");
        assertThat(deft("policy", "list").out()).contains("never applies");
        assertThat(deft("doctor").out()).contains("weather_forecast");
    }

    @Test
    void areErrorsOfAPolicyFile() throws Exception {
        Files.writeString(
                root.resolve("p.json"),
                "{\"rules\":[{\"permission\":\"read\",\"pattern\":\"secrets/\",\"action\":\"deny\"}]}");
        DeftRun call = deft("call", "current_time", "--policy", "p.json");
        assertThat(call.code()).isEqualTo(2);
        assertThat(call.err()).contains("--policy p.json").contains("secrets/** is everything");
    }

    @Test
    void areErrorsOfTheCommandLineOfARun() {
        DeftRun run = deft("run", "hello", "--allow", "npm test");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("allow bash npm test *");
    }

    @Test
    void runsTheExamplesOfAPolicy() throws Exception {
        Files.writeString(
                root.resolve("team.json"),
                """
                {"rules": [{"permission": "bash", "pattern": "npm test *", "action": "allow"},
                           {"permission": "bash", "pattern": "*", "action": "allow", "mode": "look"},
                           {"permission": "bash", "pattern": "rm *", "action": "deny"}],
                 "examples": [
                   {"tool": "bash", "args": {"command": "npm test"}, "expect": "allow"},
                   {"tool": "bash", "args": {"command": "ls"}, "expect": "look"},
                   {"tool": "bash", "args": {"command": "rm x"}, "expect": "deny"},
                   {"tool": "write", "args": {"path": "a", "content": ""}, "expect": "allow"}]}
                """);
        DeftRun test = deft("policy", "test", "team.json");
        assertThat(test.out())
                .contains("expected allow, decided ask")
                .endsWith("3 passed, 1 failed\n");
        assertThat(test.code()).isEqualTo(1);
    }

    @Test
    void saysWhatExamplesLookLike() throws Exception {
        Files.writeString(root.resolve("none.json"), "{\"rules\":[]}");
        DeftRun test = deft("policy", "test", "none.json");
        assertThat(test.code()).isEqualTo(2);
        assertThat(test.err()).contains("has no examples");
        Files.writeString(
                root.resolve("odd.json"),
                "{\"examples\":[{\"tool\":\"ls\",\"expect\":\"maybe\"}]}");
        assertThat(deft("policy", "test", "odd.json").err())
                .contains("expect is allow, look, ask or deny");
    }

    @Test
    void namesAPlugInThatCannotBeUsedAndGoesOn() throws Exception {
        Path plugins = Files.createDirectories(root.resolve(".home/data/plugins"));
        Files.writeString(plugins.resolve("broken.jar"), "no zip");
        DeftRun tools = deft("tools");
        assertThat(tools.code()).isZero();
        assertThat(tools.out()).contains("grep");
        assertThat(tools.err()).contains("broken.jar cannot be used");
        assertThat(deft("doctor").out()).contains("broken.jar");
    }
}
