package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `bash` and `process` through the whole product, as a policy sets them up.
class CommandsTest {

    @TempDir private Path directory;
    private Path root;

    @BeforeEach
    void makeAWorkspace() throws IOException {
        root = Files.createDirectory(directory.resolve("workspace"));
    }

    private List<String> batch(String policy, String lines) throws IOException {
        Path file =
                Files.writeString(
                        directory.resolve("policy.json"),
                        """
                        {"rules": [{"permission": "*", "pattern": "*", "action": "allow"}], "commands": %s}
                        """
                                .formatted(policy));
        DeftRun run = DeftRun.in(root, lines, "call", "--batch", "--policy", file.toString());
        assertThat(run.err()).isEmpty();
        return run.out().lines().toList();
    }

    @Test
    void tellSignalsFromExitCodesAndWhatTheySpent() throws Exception {
        List<String> answers =
                batch(
                        "{}",
                        """
                        {"id":1,"tool":"bash","args":{"command":"exit 137"}}
                        {"id":2,"tool":"bash","args":{"command":"kill -KILL $$"}}
                        """);

        assertThat(answers.get(0))
                .contains("\"exit_code\":137", "\"cpu_ms\":")
                .doesNotContain("signal");
        assertThat(answers.get(1)).contains("\"exit_code\":137", "\"signal\":\"SIGKILL\"");
    }

    @Test
    void goOnInTheBackgroundWhereThePolicySaysSo() throws Exception {
        List<String> answers =
                batch(
                        "{\"on_timeout\": \"background\"}",
                        """
                        {"id":1,"tool":"bash","args":{"command":"sleep 600","timeout_ms":200}}
                        {"id":2,"tool":"process","args":{"action":"status","process_id":"proc_1"}}
                        """);

        assertThat(answers.get(0)).contains("\"process_id\":\"proc_1\"", "\"exit_code\":0");
        assertThat(answers.get(1)).contains("\"running\":true");
    }

    @Test
    void areEndedAtTheirTimeOtherwise() throws Exception {
        assertThat(
                        batch(
                                        "{}",
                                        "{\"id\":1,\"tool\":\"bash\",\"args\":{\"command\":\"sleep 600\",\"timeout_ms\":200}}")
                                .getFirst())
                .contains("\"code\":\"timeout\"");
    }
}
