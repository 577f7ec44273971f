package dev.deft.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FifoTest {

    @TempDir Path directory;
    private Path path;

    @BeforeEach
    void create() throws IOException {
        assumeTrue(Syscalls.available(), "only Linux has these system calls");
        path = directory.resolve("pipe");
        Fifo.create(path);
    }

    @Test
    void isANamedPipeOfItsOwnerOnly() throws IOException {
        assertThat((int) Files.getAttribute(path, "unix:mode")).isEqualTo(0010600);
        assertThatThrownBy(() -> Fifo.create(path)).isInstanceOf(IOException.class);
    }

    @Test
    void blocksNobodyWhenOpenedForBothDirections() throws IOException {
        int both = Fifo.openNonBlocking(path);
        Descriptors.write(both, "hello".getBytes(UTF_8));
        assertThat(Descriptors.available(both)).isEqualTo(5);
        int writer = Fifo.openWriterNow(path);
        Descriptors.close(writer);
        assertThat(Descriptors.poll(Duration.ZERO, both)).containsExactly(Descriptors.READABLE);
        Descriptors.close(both);
    }

    @Test
    void isNotOpenedForWritingWithoutAReader() {
        assertThatThrownBy(() -> Fifo.openWriterNow(path))
                .isInstanceOf(IOException.class)
                .hasMessage("open %s failed with error %d", path, FileErrno.ENXIO);
    }

    @Test
    void showsAReaderThatTheWriterIsGone() throws IOException {
        int reader = Fifo.openReaderNow(path);
        assertThat(Descriptors.poll(Duration.ZERO, reader)).containsExactly(0);
        int writer = Fifo.openWriterNow(path);
        Descriptors.write(writer, new byte[1]);
        assertThat(Descriptors.poll(SpawnedBash.DEADLINE, reader))
                .containsExactly(Descriptors.READABLE);
        Descriptors.close(writer);
        assertThat(Descriptors.poll(SpawnedBash.DEADLINE, reader))
                .containsExactly(Descriptors.READABLE | Descriptors.HUNG_UP);
        Descriptors.close(reader);
    }

    @Test
    void waitsForTheOtherEnd() throws Exception {
        var reader = new CompletableFuture<Integer>();
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try {
                        reader.complete(Fifo.openReader(path));
                    } catch (IOException e) {
                        reader.completeExceptionally(e);
                    }
                });
        int writer = Fifo.openWriter(path);
        int opened = reader.get(SpawnedBash.DEADLINE.toSeconds(), TimeUnit.SECONDS);
        Descriptors.write(writer, new byte[3]);
        assertThat(Descriptors.available(opened)).isEqualTo(3);
        Descriptors.close(writer);
        Descriptors.close(opened);
    }
}
