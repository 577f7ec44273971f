package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedDirectoriesTest {

    @TempDir private Path root;
    private Bench bench;
    private final AtomicInteger ids = new AtomicInteger();

    @BeforeEach
    void open() throws Exception {
        bench = Bench.of(root, Trees.IN_ONE_STEP);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void showsAllOfADirectoryAtOnce() throws Exception {
        try (StagedDirectories.Staged staged = stage("deps/new")) {
            Files.createDirectories(root.resolve(staged.path()).resolve("d"));
            Files.writeString(root.resolve(staged.path()).resolve("d/a.txt"), "a");
            assertThat(root.resolve("deps/new")).doesNotExist();
            staged.publish();
        }

        assertThat(shown()).containsExactly("deps/new/d/a.txt");
    }

    @Test
    void removesWhatWasNotPublished() throws Exception {
        Files.createDirectories(root.resolve("there"));
        for (String place : List.of("deps/deep/new", "there", "there/new")) {
            try (StagedDirectories.Staged staged = stage(place)) {
                Files.createDirectories(root.resolve(staged.path()).resolve("d/e"));
                Files.writeString(root.resolve(staged.path()).resolve("d/a.txt"), "a");
                Files.createSymbolicLink(
                        root.resolve(staged.path()).resolve("link"), Path.of("/etc"));
            }
            assertThat(shown()).isEmpty();
            assertThat(root.resolve("deps")).doesNotExist();
            assertThat(root.resolve("there")).isEmptyDirectory();
        }
    }

    /// The record of a killed process is there, but nobody holds its lock.
    @Test
    void removesWhatAKilledProcessLeft() throws Exception {
        String name = ".deft-staged-killed";
        bench.put("deps/" + name + "/a.txt", "a");
        bench.put("mine/a.txt", "a");
        bench.put(".deft/staged/" + name, "deps/" + name);
        bench.put(".deft/staged/.deft-staged-forged", "mine");
        try (StagedDirectories.Staged working = stage("other")) {
            Files.writeString(root.resolve(working.path()).resolve("b.txt"), "b");

            stage("new").close();

            assertThat(shown()).containsExactly(working.path() + "/b.txt", "mine/a.txt");
        }
        assertThat(root.resolve(".deft/staged")).isEmptyDirectory();
    }

    @Test
    void replacesNothing() throws Exception {
        bench.put("full/a.txt", "a");
        bench.put("file", "a");
        for (String place : List.of("full", "file", ".", "file/x")) {
            assertThatThrownBy(() -> stage(place)).as(place).isInstanceOf(HostException.class);
        }
        try (StagedDirectories.Staged staged = stage("late")) {
            bench.put("late/mine.txt", "mine");

            assertThatThrownBy(staged::publish)
                    .isInstanceOfSatisfying(
                            HostException.class,
                            it -> assertThat(it.code()).isEqualTo(ErrorCode.CONFLICT));
        }

        assertThat(shown()).containsExactly("file", "full/a.txt", "late/mine.txt");
    }

    private StagedDirectories.Staged stage(String place) throws IOException {
        return bench.workspace()
                .staged(() -> Integer.toString(ids.incrementAndGet()))
                .stage(bench.files().resolve(place));
    }

    private List<String> shown() throws IOException {
        return Bench.files(root, it -> !it.startsWith(".deft/"));
    }
}
