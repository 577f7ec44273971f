package dev.deft.process.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileIdentitiesTest {

    @TempDir Path directory;

    private Path file;
    private Path missing;
    private FileIdentities identities;

    @BeforeEach
    void take() throws IOException {
        file = Files.writeString(directory.resolve("file"), "x");
        missing = directory.resolve("missing");
        identities = of();
    }

    private FileIdentities of() {
        return FileIdentities.of(List.of(directory, file, missing, file));
    }

    @Test
    void areTheSameWhileNothingIsReplaced() throws IOException {
        Files.writeString(directory.resolve("other"), "x");
        assertThat(identities.areUnchanged()).isTrue();
        assertThat(identities.matches(of())).isTrue();
        assertThat(identities.matches(FileIdentities.of(List.of(directory)))).isFalse();
    }

    @Test
    void differForAFileThatIsReplaced() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "x");
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        assertThat(identities.areUnchanged()).isFalse();
        assertThat(identities.matches(of())).isFalse();
        assertThat(of().areUnchanged()).isTrue();
    }

    @Test
    void differForAFileThatAppearsOrGoes() throws IOException {
        Files.createSymbolicLink(missing, file);
        assertThat(identities.areUnchanged()).isFalse();
        identities = of();
        Files.delete(missing);
        assertThat(identities.areUnchanged()).isFalse();
    }

    @Test
    void differForALinkThatLeadsElsewhere() throws IOException {
        Files.createSymbolicLink(missing, file);
        identities = of();
        Files.delete(missing);
        Files.createSymbolicLink(missing, directory);
        assertThat(identities.areUnchanged()).isFalse();
    }

    /// Identities that trust the change times of directories, which were set before.
    private FileIdentities trusting(Path... paths) throws IOException {
        FileIdentities trusting = FileIdentities.of(List.of(paths), Duration.ZERO);
        assertThat(trusting.areUnchanged()).isTrue();
        changeTimeOf(directory);
        return trusting;
    }

    /// Changes a directory until its change time is another one.
    private static void changeTimeOf(Path directory) throws IOException {
        Object before = Files.getAttribute(directory, "unix:ctime");
        while (Files.getAttribute(directory, "unix:ctime").equals(before)) {
            Files.delete(Files.createTempFile(directory, "", ""));
        }
    }

    @Test
    void differForAFileThatAppearsInADirectoryThatTells() throws IOException {
        FileIdentities trusting = trusting(missing);
        assertThat(trusting.areUnchanged()).isTrue();

        Files.writeString(missing, "x");
        changeTimeOf(directory);

        assertThat(trusting.areUnchanged()).isFalse();
    }

    @Test
    void differForAFileThatAppearsInANewDirectory() throws IOException {
        Path further = missing.resolve("further");
        Path below = further.resolve("file");
        FileIdentities trusting = trusting(below);

        Files.createDirectories(further);
        changeTimeOf(directory);
        assertThat(trusting.areUnchanged()).isTrue();

        Files.writeString(below, "x");
        changeTimeOf(further);

        assertThat(trusting.areUnchanged()).isFalse();
    }

    @Test
    void differForALinkWhoseTargetAppearsElsewhere() throws IOException {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.createSymbolicLink(missing, elsewhere.resolve("file"));
        FileIdentities trusting = trusting(missing);

        Files.writeString(elsewhere.resolve("file"), "x");

        assertThat(trusting.areUnchanged()).isFalse();
    }
}
