package dev.deft.scratch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.kernel.UnprivilegedThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A temporary directory that is removed with its process.
class ScratchTest {

    @TempDir Path place;
    @TempDir Path elsewhere;

    private List<Path> there() throws IOException {
        try (Stream<Path> all = Files.list(place)) {
            return all.sorted().toList();
        }
    }

    @Test
    void isRemovedWithEverythingInIt() throws Exception {
        Scratch scratch = Scratch.in(place, "test");
        fill(scratch.path());
        UnprivilegedThread.run(scratch::close);
        assertThat(there()).isEmpty();
        scratch.close();
        assertThat(elsewhere.resolve("kept")).exists();
    }

    /// Leaves behind what commands may: an unreadable and a read-only directory, and a symlink.
    private void fill(Path directory) throws IOException {
        Files.createFile(elsewhere.resolve("kept"));
        Files.createSymbolicLink(directory.resolve("link"), elsewhere);
        Path closed = Files.createDirectories(directory.resolve("a/closed"));
        Files.createFile(closed.resolve("file"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        Path readOnly = Files.createDirectories(directory.resolve("a/read-only"));
        Files.createFile(readOnly.resolve("file"));
        Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-x------"));
    }

    @Test
    void isSweptOnceItsOwnerWasKilled() throws Exception {
        try (var child = ScratchChild.start(place)) {
            fill(child.directory());

            Scratch.sweep(List.of(place));
            assertThat(there()).as("while its owner lives").containsExactly(child.directory());

            child.kill();
            Scratch.sweep(List.of(elsewhere, place, place));
            assertThat(there()).isEmpty();
            assertThat(elsewhere.resolve("kept")).exists();
        }
    }

    @Test
    void isNeverSweptByItsOwner() throws Exception {
        try (var scratch = Scratch.in(place, "test");
                var child = ScratchChild.start(place)) {
            Scratch.sweep(List.of(place));
            assertThat(there()).containsExactlyInAnyOrder(scratch.path(), child.directory());
        }
    }

    @Test
    void isNothingThatMerelyHasItsName() throws Exception {
        Path other = Files.createDirectory(place.resolve("deft-demo-1"));
        Path link = Files.createSymbolicLink(place.resolve("deft-test-1-2"), elsewhere);
        Files.createFile(elsewhere.resolve("owner"));
        Path file = Files.createFile(place.resolve("deft-file-3"));

        Scratch.sweep(List.of(place, place.resolve("missing")));

        assertThat(there()).containsExactlyInAnyOrder(other, link, file);
        assertThat(elsewhere.resolve("owner")).exists();
    }
}
