package dev.deft.agent.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A file of lines that only grows. Callers that wait for the disk together share one sync.
final class LogFile implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final FileChannel channel;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition synced = lock.newCondition();
    private long written;
    private long durable;
    private boolean syncing;

    private LogFile(FileChannel channel) {
        this.channel = channel;
    }

    /// Opens the file for this process alone. What a crash left of a last line is cut off and kept
    /// aside.
    ///
    /// @throws IOException when another process has it
    static LogFile open(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        file,
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        try {
            own(channel, file);
            cutTornLine(channel, file);
            channel.position(channel.size());
            return new LogFile(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static void own(FileChannel channel, Path file) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!locked(channel)) {
            if (System.nanoTime() > deadline) {
                throw new IOException(
                        "Another process works in the session %s; wait for it to end, or use another session."
                                .formatted(
                                        String.valueOf(file.getFileName()).replace(".jsonl", "")));
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for a session", e);
            }
        }
    }

    /// The lock goes with the channel; the operating system gives it back even after a crash.
    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    private static void cutTornLine(FileChannel channel, Path file) throws IOException {
        long end = channel.size();
        long whole = end;
        var one = ByteBuffer.allocate(1);
        while (whole > 0) {
            one.clear();
            channel.read(one, whole - 1);
            if (one.get(0) == '\n') {
                break;
            }
            whole--;
        }
        if (whole == end) {
            return;
        }
        var torn = ByteBuffer.allocate(Math.toIntExact(end - whole));
        channel.read(torn, whole);
        Files.write(
                file.resolveSibling(file.getFileName() + ".torn"),
                torn.array(),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        channel.truncate(whole);
    }

    List<String> lines() throws IOException {
        var content = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        channel.read(content, 0);
        return new String(content.array(), StandardCharsets.UTF_8).lines().toList();
    }

    /// Writes a line behind the others; it may not be on the disk yet.
    ///
    /// @return what to wait for
    long put(String line) throws IOException {
        lock.lock();
        try {
            long before = channel.position();
            var bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            try {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            } catch (IOException e) {
                channel.truncate(before);
                throw e;
            }
            return ++written;
        } finally {
            lock.unlock();
        }
    }

    /// Waits until a line is on the disk.
    void awaitDurable(long mine) throws IOException {
        lock.lock();
        try {
            while (durable < mine) {
                if (syncing) {
                    synced.awaitUninterruptibly();
                } else {
                    sync();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void sync() throws IOException {
        long covered = written;
        syncing = true;
        lock.unlock();
        try {
            channel.force(false);
        } finally {
            lock.lock();
            syncing = false;
            synced.signalAll();
        }
        durable = Math.max(durable, covered);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
