package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.Bytes;
import dev.deft.state.FileLocks;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OsFileLocksTest {

    private static final Bytes OWNER = Bytes.wrap("me".getBytes(StandardCharsets.UTF_8));

    @TempDir private Path directory;

    private final FileLocks locks = new OsFileLocks();

    private Optional<FileLocks.Lock> tryLock() throws Exception {
        return locks.tryLock(directory, "s.lock", OWNER);
    }

    @Test
    void areHeldByOneAtATimeAndSayWho() throws Exception {
        try (FileLocks.Lock _ = tryLock().orElseThrow()) {
            assertThat(directory.resolve("s.lock")).hasContent("me");
            assertThat(tryLock()).isEmpty();
            try (FileLocks.Lock other =
                    locks.tryLock(directory, "other.lock", OWNER).orElseThrow()) {
                assertThat(other).isNotNull();
            }
        }
        tryLock().orElseThrow().close();
    }

    @Test
    void followNoLink() throws Exception {
        Path other = Files.writeString(directory.resolve("other"), "mine");
        Files.createSymbolicLink(directory.resolve("s.lock"), other);

        assertThatThrownBy(this::tryLock)
                .isInstanceOfSatisfying(
                        FileSystemException.class, it -> assertThat(it.getReason()).isNotBlank());
        assertThat(other).hasContent("mine");
    }
}
