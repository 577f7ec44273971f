package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever is asked about a change of files sees what it would do, before anything is done.
class PreviewTest {

    @TempDir Path directory;
    private Path root;
    private final List<Approver.Request> asked = new ArrayList<>();
    private final List<SortedMap<String, String>> seen = new ArrayList<>();

    @BeforeEach
    void writeFiles() throws IOException {
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
        Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\n");
        Files.createDirectories(root.resolve(".git/hooks"));
        Files.write(root.resolve("picture.bin"), new byte[] {0, 1, 2, 0});
    }

    /// All files with their contents, without the state of sessions.
    private SortedMap<String, String> files() {
        SortedMap<String, String> all = new TreeMap<>();
        try (Stream<Path> found = Files.walk(root)) {
            for (Path it : found.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(it).toString();
                if (!name.startsWith(".deft/sessions")) {
                    all.put(name, Files.readString(it, StandardCharsets.ISO_8859_1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    private Envelope call(Approval answer, String tool, Map<String, ?> arguments)
            throws IOException {
        try (Engine engine =
                        Engine.builder()
                                .environment(
                                        Map.of(
                                                "DEFT_HOME", directory.resolve("home").toString(),
                                                "PATH", System.getenv("PATH")))
                                .notices(_ -> {})
                                .build();
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace
                                .session()
                                .approver(it -> {
                                    asked.add(it);
                                    seen.add(files());
                                    return answer;
                                })
                                .open()) {
            return session.call(tool, arguments);
        }
    }

    /// Asks, rejects, and checks that nothing was written.
    private Optional<String> preview(String tool, Map<String, ?> arguments) throws IOException {
        SortedMap<String, String> before = files();
        call(Approval.REJECT, tool, arguments);
        assertThat(asked).hasSize(1);
        assertThat(seen.getFirst()).as("while the user is asked").isEqualTo(before);
        assertThat(files()).as("after the rejection").isEqualTo(before);
        return asked.getFirst().preview();
    }

    @Test
    void showsWhatAnEditWouldDo() throws Exception {
        assertThat(preview("edit", Map.of("path", "a.txt", "old_text", "two", "new_text", "zwei")))
                .hasValueSatisfying(it -> assertThat(it).contains("-two", "+zwei", "a.txt"));
    }

    @Test
    void showsWhatAWriteWouldReplace() throws Exception {
        assertThat(preview("write", Map.of("path", "a.txt", "content", "one\nzwei\nthree\n")))
                .hasValueSatisfying(it -> assertThat(it).contains("-two", "+zwei"));
    }

    @Test
    void showsANewFileInANewDirectory() throws Exception {
        assertThat(preview("write", Map.of("path", "new/b.txt", "content", "hello\n")))
                .hasValueSatisfying(it -> assertThat(it).contains("new/b.txt", "+hello"));
        assertThat(root.resolve("new")).doesNotExist();
    }

    @Test
    void showsAllFilesOfAPatch() throws Exception {
        String patch =
                """
                *** Begin Patch
                *** Update File: a.txt
                @@
                -two
                +zwei
                *** Add File: b.txt
                +hello
                *** Delete File: picture.bin
                *** End Patch
                """;
        assertThat(preview("apply_patch", Map.of("patch", patch)))
                .hasValueSatisfying(it ->
                        assertThat(it)
                                .contains("-two", "+zwei", "+hello", "picture.bin: binary file"));
    }

    @Test
    void showsWhereAFileWouldMove() throws Exception {
        assertThat(preview("move_file", Map.of("from", "a.txt", "to", "sub/b.txt")))
                .hasValue("a.txt: moved to sub/b.txt\n");
    }

    @Test
    void showsWhatWouldBeDeleted() throws Exception {
        assertThat(preview("delete_file", Map.of("path", "a.txt")))
                .hasValueSatisfying(it -> assertThat(it).contains("-one", "-two", "-three"));
    }

    @Test
    void showsAChangeOfAProtectedFile() throws Exception {
        assertThat(
                        preview(
                                "write",
                                Map.of("path", ".git/hooks/pre-commit", "content", "rm -rf x\n")))
                .hasValueSatisfying(
                        it -> assertThat(it).contains(".git/hooks/pre-commit", "+rm -rf x"));
    }

    @Test
    void hasNoPreviewOfACallThatWouldFail() throws Exception {
        assertThat(preview("edit", Map.of("path", "a.txt", "old_text", "nine", "new_text", "x")))
                .isEmpty();
    }

    @Test
    void isBounded() throws Exception {
        assertThat(preview("write", Map.of("path", "big.txt", "content", "line\n".repeat(100_000))))
                .hasValueSatisfying(it -> assertThat(it.length()).isLessThan(21 * 1024));
    }

    @Test
    void showsControlCharactersInsteadOfSendingThem() throws Exception {
        assertThat(preview("write", Map.of("path", "e.txt", "content", "\u001b[2Jgone\u202e\n")))
                .hasValueSatisfying(
                        it -> assertThat(it).contains("gone").doesNotContain("\u001b", "\u202e"));
    }

    @Test
    void makesTheChangeOnceItIsApproved() throws Exception {
        Envelope envelope =
                call(Approval.ONCE, "write", Map.of("path", "a.txt", "content", "new\n"));

        assertThat(envelope.failed()).as("%s", envelope).isFalse();
        assertThat(root.resolve("a.txt")).hasContent("new");
        assertThat(asked).hasSize(1);
    }
}
