package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a session sets is part of every script that is judged.
class SessionVariablesTest {

    @TempDir private Path root;

    private List<String> batch(String rules, String lines) throws Exception {
        Path policy =
                Files.writeString(root.resolve("p.json"), "{\"rules\":[%s]}".formatted(rules));
        DeftRun run =
                DeftRun.in(
                        root,
                        lines,
                        "call",
                        "--batch",
                        "--session",
                        "s",
                        "--policy",
                        policy.toString());
        assertThat(run.code()).isZero();
        return run.out().lines().toList();
    }

    private static String allow(String permission, String pattern) {
        return "{\"permission\":\"%s\",\"pattern\":\"%s\",\"action\":\"allow\"}"
                .formatted(permission, pattern);
    }

    private static String set(String name, String value) {
        return "{\"id\":1,\"tool\":\"set_env\",\"args\":{\"key\":\"%s\",\"value\":\"%s\"}}\n"
                .formatted(name, value);
    }

    private static String run(String script) {
        return "{\"id\":2,\"tool\":\"bash\",\"args\":{\"command\":\"%s\"}}\n".formatted(script);
    }

    @Test
    void makeARuleForACommandNotApply() throws Exception {
        String rules =
                String.join(
                        ",",
                        allow("set_env", "GIT_EXTERNAL_DIFF"),
                        allow("set_env", "PATH"),
                        allow("set_env", "f"),
                        allow("set_env", "nPM_CONFIG_LOGS_DIR"),
                        allow("bash", "echo *"));
        for (List<String> variable :
                List.of(
                        List.of("GIT_EXTERNAL_DIFF", "touch pwned"),
                        List.of("PATH", "."),
                        List.of("f", "a[$(touch pwned)]"),
                        List.of("nPM_CONFIG_LOGS_DIR", "pwned"))) {
            List<String> answers =
                    batch(rules, set(variable.getFirst(), variable.getLast()) + run("echo x"));

            assertThat(answers.getFirst()).contains("\"type\":\"output\"");
            assertThat(answers.getLast())
                    .contains("permission_denied")
                    .contains(variable.getFirst() + "=");
            Files.delete(root.resolve(".deft/sessions/s.jsonl"));
        }
        assertThat(root.resolve("pwned")).doesNotExist();
    }

    @Test
    void thatAreHarmlessChangeNothing() throws Exception {
        String rules = allow("set_env", "*") + "," + allow("bash", "echo *");

        List<String> answers = batch(rules, set("CI", "true") + set("N", "5") + run("echo x"));

        assertThat(answers).allMatch(it -> it.contains("\"type\":\"output\""));
    }

    @Test
    void areAskedAboutWhereTheyWouldChangeWhatCommandsDo() throws Exception {
        String rules = allow("set_env", "*");

        for (String name : List.of("PATH", "GIT_DIR", "PIP_PYTHON", "npm_config_cache", "f")) {
            assertThat(batch(rules, set(name, "a[$(id)]")).getFirst())
                    .contains("permission_denied");
        }
        assertThat(
                        batch(
                                        "{\"permission\":\"*\",\"pattern\":\"*\",\"action\":\"allow\"}",
                                        set("GIT_DIR", "x"))
                                .getFirst())
                .contains("\"type\":\"output\"");
    }
}
