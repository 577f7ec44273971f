package dev.deft.app.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputHistoryTest {

    private final List<String> notices = new ArrayList<>();

    @TempDir private Path directory;

    @Test
    void survivesTheProcess() {
        InputHistory first = open();
        first.add("one");
        first.add("two\nlines");
        first.add("two\nlines");
        first.add("  ");
        assertThat(open().entries()).containsExactly("one", "two\nlines");
        assertThat(notices).isEmpty();
    }

    @Test
    void isReadableByItsOwnerOnly() throws IOException {
        open().add("text");
        assertThat(mode(file())).isEqualTo("rw-------");
        assertThat(mode(directory.resolve("state"))).isEqualTo("rwx------");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void masksKeysInTheFile() throws IOException {
        String key = "sk-ant-api03-" + "Ab1".repeat(30);
        InputHistory history = open();
        history.add("use " + key);
        assertThat(Files.readString(file())).contains("[masked]").doesNotContain("Ab1".repeat(10));
        assertThat(history.entries()).containsExactly("use " + key);
    }

    @Test
    void skipsDamagedLines() throws IOException {
        Files.createDirectories(directory.resolve("state"));
        Files.writeString(
                file(), "{\"text\":\"good\"}\nnonsense\n{\"text\":1}\n\u0000\n[]\n{\"text\":\"cut");
        InputHistory history = open();
        history.add("next");
        assertThat(history.entries()).containsExactly("good", "next");
        assertThat(open().entries()).containsExactly("good", "next");
    }

    @Test
    void keepsTheNewestThousand() throws IOException {
        InputHistory history = open();
        for (int i = 0; i < 1_010; i++) {
            history.add("entry " + i);
        }
        assertThat(history.entries()).hasSize(1_000).last().isEqualTo("entry 1009");
        assertThat(Files.readAllLines(file())).hasSize(1_000);
        assertThat(open().entries()).isEqualTo(history.entries());
    }

    @Test
    void takesEntriesOfSeveralWriters() throws InterruptedException, ExecutionException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < 8; writer++) {
                String name = "writer " + writer + " entry ";
                InputHistory history = open();
                writers.add(
                        threads.submit(() -> {
                            for (int i = 0; i < 20; i++) {
                                history.add(name + i);
                            }
                        }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        assertThat(open().entries()).hasSize(160).doesNotHaveDuplicates();
    }

    @Test
    void worksWithoutAFileAndSaysSoOnce() throws IOException {
        Files.writeString(directory.resolve("state"), "a file where a directory should be");
        InputHistory history = open();
        history.add("one");
        history.add("two");
        assertThat(history.entries()).containsExactly("one", "two");
        assertThat(notices).hasSize(1);
    }

    private InputHistory open() {
        return InputHistory.open(file(), notices::add);
    }

    private Path file() {
        return directory.resolve("state/history.jsonl");
    }
}
