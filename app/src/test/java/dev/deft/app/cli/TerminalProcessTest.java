package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `process` does with a command on a terminal, and with one that has none.
class TerminalProcessTest {

    @TempDir private Path root;

    @BeforeEach
    void allow() throws Exception {
        Files.writeString(
                root.resolve("terminal.json"),
                """
                {"rules": [{"permission": "*", "pattern": "*", "action": "allow"}],
                 "commands": {"terminal": "background"}}
                """);
    }

    private String batch(String policy, String... calls) {
        return DeftRun.in(
                        root,
                        String.join("\n", calls) + "\n",
                        "call",
                        "--batch",
                        "--policy",
                        root.resolve(policy).toString())
                .out();
    }

    private static String process(String id, String arguments) {
        return "{\"id\":\"%s\",\"tool\":\"process\",\"args\":{\"process_id\":\"proc_1\",%s}}"
                .formatted(id, arguments);
    }

    @Test
    void pressesKeysAndTypesText() {
        String out =
                batch(
                        "terminal.json",
                        "{\"id\":\"a\",\"tool\":\"bash\",\"args\":{\"command\":\"cat > typed.txt; read -r rest; echo got $rest > got.txt\",\"background\":true}}",
                        process("b", "\"action\":\"input\",\"input\":\"echo one\\n\""),
                        process("c", "\"action\":\"keys\",\"input\":\"ctrl-d\""),
                        process("d", "\"action\":\"keys\",\"input\":\"hyper-x\""),
                        process("e", "\"action\":\"input\",\"input\":\"echo two\\n\""),
                        "{\"id\":\"f\",\"tool\":\"bash\",\"args\":{\"command\":\"until grep two got.txt; do sleep 0.1; done 2>/dev/null\"}}");
        assertThat(out).contains("There is no key \\\"hyper-x\\\"").contains("got echo two");
        assertThat(root.resolve("typed.txt")).hasContent("echo one\n");
    }

    @Test
    void closesTheInputOfWhatHasNoTerminal() throws Exception {
        Files.writeString(
                root.resolve("plain.json"),
                "{\"rules\": [{\"permission\": \"*\", \"pattern\": \"*\", \"action\": \"allow\"}]}");
        String out =
                batch(
                        "plain.json",
                        "{\"id\":\"a\",\"tool\":\"bash\",\"args\":{\"command\":\"cat; echo end of it\",\"background\":true}}",
                        process("b", "\"action\":\"keys\",\"input\":\"ctrl-c\""),
                        process("c", "\"action\":\"close\""));
        assertThat(out).contains("runs on no terminal").contains("end of it");
    }
}
