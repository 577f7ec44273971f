package dev.deft.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compared with what `/proc` shows of open descriptors.
class DescriptorsTest {

    private static final int PIPE_BYTES = 64 * 1024;

    @TempDir Path directory;
    private final List<Integer> open = new ArrayList<>();

    @BeforeEach
    void onLinux() {
        assumeTrue(Syscalls.available(), "only Linux has these system calls");
    }

    @AfterEach
    void close() {
        open.forEach(Descriptors::close);
    }

    private int track(int descriptor) {
        open.add(descriptor);
        return descriptor;
    }

    private Descriptors.Pipe track(Descriptors.Pipe pipe) {
        track(pipe.readEnd());
        track(pipe.writeEnd());
        return pipe;
    }

    /// The flags of a descriptor as the kernel shows them.
    private static int flags(int descriptor) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/fdinfo/" + descriptor)).stream()
                .filter(it -> it.startsWith("flags:"))
                .mapToInt(it -> Integer.parseInt(it.replaceAll("\\D", ""), 8))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isNonBlocking(int descriptor) throws IOException {
        return (flags(descriptor) & Syscalls.O_NONBLOCK) != 0;
    }

    private String read(int descriptor, int length) {
        byte[] buffer = new byte[length];
        int got = Descriptors.read(descriptor, buffer, 0, length);
        return got < 0 ? "error " + -got : new String(buffer, 0, got, UTF_8);
    }

    @Test
    void carryBytesThroughAPipe() throws IOException {
        Descriptors.Pipe pipe = track(Descriptors.pipe());
        assertThat(read(pipe.readEnd(), 10)).isEqualTo("error " + Errno.EAGAIN);
        Descriptors.write(pipe.writeEnd(), "hello".getBytes(UTF_8));
        assertThat(Descriptors.available(pipe.readEnd())).isEqualTo(5);
        assertThat(Descriptors.room(pipe.writeEnd())).isEqualTo(PIPE_BYTES - 5);
        assertThat(read(pipe.readEnd(), 2)).isEqualTo("he");
        assertThat(read(pipe.readEnd(), 10)).isEqualTo("llo");
        Descriptors.close(pipe.writeEnd());
        assertThat(read(pipe.readEnd(), 10)).isEmpty();
    }

    @Test
    void areOutOfTheWayOfThoseOfChildrenAndNotInherited() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        Descriptors.Pipe blocking = track(Descriptors.blockingPipe());
        Descriptors.Pipe pipe = track(Descriptors.pipe());
        List<Integer> all =
                List.of(
                        blocking.readEnd(),
                        blocking.writeEnd(),
                        pipe.readEnd(),
                        pipe.writeEnd(),
                        track(Descriptors.openDevNull()),
                        track(Descriptors.openForAppending(file)),
                        track(Descriptors.openWriter(pipe.readEnd())));
        for (int it : all) {
            assertThat(it).isGreaterThanOrEqualTo(16);
            assertThat(flags(it) & Syscalls.O_CLOEXEC).isNotZero();
        }
        assertThat(isNonBlocking(pipe.readEnd())).isTrue();
        assertThat(isNonBlocking(pipe.writeEnd())).isFalse();
        assertThat(isNonBlocking(blocking.readEnd())).isFalse();
    }

    @Test
    void waitForAReaderWhenThePipeIsFull() throws Exception {
        Descriptors.Pipe pipe = track(Descriptors.pipe());
        byte[] bytes = new byte[3 * PIPE_BYTES + 17];
        Thread writer =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                Descriptors.write(pipe.writeEnd(), bytes);
                                Descriptors.close(pipe.writeEnd());
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        open.remove(Integer.valueOf(pipe.writeEnd()));
        assertThat(SpawnedBash.readAll(pipe.readEnd())).hasSize(bytes.length);
        assertThat(writer.join(SpawnedBash.DEADLINE)).isTrue();
    }

    @Test
    void reportAWriteThatNobodyCanRead() throws IOException {
        Descriptors.Pipe pipe = Descriptors.pipe();
        Descriptors.close(pipe.readEnd());
        track(pipe.writeEnd());
        assertThatThrownBy(() -> Descriptors.write(pipe.writeEnd(), new byte[1]))
                .isInstanceOf(IOException.class)
                .hasMessage("write failed with error 32");
    }

    @Test
    void arePolledInTheOrderGiven() throws IOException {
        Descriptors.Pipe silent = track(Descriptors.pipe());
        Descriptors.Pipe written = track(Descriptors.pipe());
        Descriptors.Pipe closed = Descriptors.pipe();
        track(closed.readEnd());
        Descriptors.write(written.writeEnd(), new byte[1]);
        Descriptors.close(closed.writeEnd());
        assertThat(
                        Descriptors.poll(
                                SpawnedBash.DEADLINE,
                                silent.readEnd(),
                                written.readEnd(),
                                -1,
                                closed.readEnd()))
                .containsExactly(0, Descriptors.READABLE, 0, Descriptors.HUNG_UP);
        assertThat(Descriptors.poll(Duration.ofMillis(1), silent.readEnd())).containsExactly(0);
    }

    @Test
    void areReadAsEmptyFromDevNull() throws IOException {
        int devNull = track(Descriptors.openDevNull());
        assertThat(Files.readSymbolicLink(Path.of("/proc/self/fd/" + devNull)))
                .hasToString("/dev/null");
        assertThat(read(devNull, 10)).isEmpty();
    }

    @Test
    void appendToAFile() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "one\n");
        int end = track(Descriptors.openForAppending(file));
        Descriptors.write(end, "two\n".getBytes(UTF_8));
        Files.writeString(file, Files.readString(file) + "three\n");
        Descriptors.write(end, "four\n".getBytes(UTF_8));
        assertThat(file).hasContent("one\ntwo\nthree\nfour\n");
        assertThatThrownBy(() -> Descriptors.openForAppending(directory.resolve("none")))
                .isInstanceOf(IOException.class)
                .hasMessage("open %s failed with error 2", directory.resolve("none"));
    }

    /// A child could make the write end it shares with us non-blocking.
    @Test
    void shareNoFlagsWithASecondWriteEnd() throws IOException {
        Descriptors.Pipe pipe = track(Descriptors.pipe());
        int second = track(Descriptors.openWriter(pipe.readEnd()));
        makeNonBlocking(pipe.writeEnd());
        assertThat(isNonBlocking(pipe.writeEnd())).isTrue();
        assertThat(isNonBlocking(second)).isFalse();
        Descriptors.reset(pipe.writeEnd());
        assertThat(isNonBlocking(pipe.writeEnd())).isFalse();
    }

    private void makeNonBlocking(int descriptor) throws IOException {
        int devNull = track(Descriptors.openDevNull());
        int child =
                SpawnedBash.start(
                        "perl -MFcntl -e 'fcntl(STDOUT, F_SETFL, O_NONBLOCK) or die'",
                        List.of(devNull, descriptor, devNull));
        assertThat(SpawnedBash.awaitExit(child).code()).isZero();
    }

    @Test
    void haveTheSizeOfAPipeAgainAfterAReset() throws Exception {
        Descriptors.Pipe pipe = track(Descriptors.pipe());
        int devNull = track(Descriptors.openDevNull());
        int child =
                SpawnedBash.start(
                        "perl -e 'fcntl(STDOUT, 1031, 4096) or die'",
                        List.of(devNull, pipe.writeEnd(), devNull));
        assertThat(SpawnedBash.awaitExit(child).code()).isZero();
        Descriptors.reset(pipe.writeEnd());
        Thread writer =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try {
                                Descriptors.write(pipe.writeEnd(), new byte[PIPE_BYTES]);
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        assertThat(writer.join(Duration.ofSeconds(20))).isTrue();
        assertThat(Descriptors.room(pipe.writeEnd())).isZero();
    }
}
