package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A workspace in which a process was killed while it changed a file.
class HalfDoneChangeTest {

    private static final String DRAFT = ".deft-0123456789abcdef.tmp";
    private static final String NOTE = ".deft/journal/one-0123456789abcdef";

    @TempDir Path root;

    @BeforeEach
    void killAWriter() throws IOException {
        Files.createDirectory(root.resolve(".home"));
        Files.writeString(root.resolve("a.txt"), "old\n");
        Files.writeString(root.resolve(DRAFT), "ne");
        Files.createDirectories(root.resolve(".deft/journal"));
        Files.write(root.resolve(NOTE), note());
        Files.writeString(
                root.resolve("policy.json"),
                """
                {"rules": [{"permission": "*", "pattern": "**", "action": "allow"},
                           {"permission": "read", "pattern": "secret/**", "action": "deny"}]}
                """);
    }

    /// What the writer noted before it made its temporary file.
    private static byte[] note() throws IOException {
        var body = new ByteArrayOutputStream();
        var out = new DataOutputStream(body);
        out.writeInt(1);
        out.writeUTF(DRAFT);
        out.writeInt(0);
        var checksum = new CRC32C();
        checksum.update(body.toByteArray());
        var note = new ByteArrayOutputStream();
        var framed = new DataOutputStream(note);
        framed.writeInt(body.size());
        framed.writeLong(checksum.getValue());
        body.writeTo(framed);
        return note.toByteArray();
    }

    private DeftRun deft(String... words) {
        return DeftRun.in(root, "", words);
    }

    /// Every path with its time and what it holds.
    private Map<String, String> tree() throws IOException {
        var tree = new TreeMap<String, String>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.toList()) {
                if (!path.startsWith(root.resolve(".home"))) {
                    tree.put(root.relativize(path).toString(), told(path));
                }
            }
        }
        return tree;
    }

    private static String told(Path path) throws IOException {
        String time = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toString();
        return Files.isRegularFile(path)
                ? time + " " + Files.readString(path, StandardCharsets.ISO_8859_1)
                : time;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "read {\"path\":\"a.txt\"}",
                "write {\"path\":\"a.txt\",\"content\":\"new\"}",
                "grep {\"pattern\":\"old\"}",
                "bash {\"command\":\"cat a.txt > b.txt\",\"workdir\":\".\"}"
            })
    void isLeftAsItIsByWhoeverOnlyLooks(String call) throws Exception {
        Map<String, String> before = tree();
        String tool = call.substring(0, call.indexOf(' '));
        String arguments = call.substring(call.indexOf(' ') + 1);

        DeftRun decided = deft("call", "--decide", tool, arguments, "--policy", "policy.json");
        DeftRun explained = deft("policy", "explain", tool, arguments, "--policy", "policy.json");

        assertThat(decided.out()).contains("\"decision\"");
        assertThat(explained.code()).isZero();
        assertThat(tree()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "read"})
    void isNoReasonToMakeADirectoryWhereThereIsNone(String tool) throws Exception {
        Files.delete(root.resolve(NOTE));
        Files.delete(root.resolve(".deft/journal"));
        Files.delete(root.resolve(".deft"));
        Map<String, String> before = tree();

        deft(
                "call",
                "--decide",
                tool,
                "{\"%s\":\"a.txt\"}".formatted(tool.equals("bash") ? "command" : "path"),
                "--policy",
                "policy.json");

        assertThat(tree()).isEqualTo(before);
    }

    @Test
    void isRepairedByTheNextCallThatRuns() {
        DeftRun read = deft("call", "read", "{\"path\":\"a.txt\"}", "--policy", "policy.json");

        assertThat(read.out()).contains("old");
        assertThat(root.resolve(DRAFT)).doesNotExist();
        assertThat(root.resolve(NOTE)).doesNotExist();
    }
}
