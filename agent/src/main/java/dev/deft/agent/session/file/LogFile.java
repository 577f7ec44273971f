package dev.deft.agent.session.file;

import dev.deft.state.Uninterrupted;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A file of lines that only grows. Callers that wait for the disk together share one sync.
///
/// A line that could not be written whole is taken back. Once a sync has failed nothing is promised
/// any more: the kernel may have dropped what it could not write, and a later sync would not say
/// so.
final class LogFile implements AutoCloseable {

    private static final int PIECE = 1 << 16;

    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final RandomAccessFile file;
    private final boolean made;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition synced = lock.newCondition();
    private long end;
    private long written;
    private long durable;
    private long durableEnd;
    private boolean syncing;
    private Optional<IOException> broken = Optional.empty();

    private LogFile(RandomAccessFile file, boolean made) throws IOException {
        this.file = file;
        this.made = made;
        this.end = file.length();
        this.durableEnd = end;
        file.seek(end);
    }

    /// Opens the file, or makes it for its owner alone. What a crash left of a last line is cut off
    /// and kept aside.
    static LogFile open(Path path) throws IOException {
        boolean made = make(path);
        var file = new RandomAccessFile(path.toFile(), "rw");
        try {
            cutTornLine(file, path);
            var log = new LogFile(file, made);
            if (made) {
                syncDirectory(path.resolveSibling(""));
            }
            return log;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private static boolean make(Path path) throws IOException {
        try {
            Files.createFile(path, OWNER_ONLY);
            return true;
        } catch (FileAlreadyExistsException _) {
            if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            throw new IOException(
                    "%s is no file of its own; move it away, Deft keeps the log of a session there."
                            .formatted(path.getFileName()));
        }
    }

    /// A new name is lost with the power unless its directory is on the disk too.
    private static void syncDirectory(Path directory) throws IOException {
        Uninterrupted.call(() -> {
            try (FileChannel open = FileChannel.open(directory, StandardOpenOption.READ)) {
                open.force(true);
            }
            return directory;
        });
    }

    private static void cutTornLine(RandomAccessFile file, Path path) throws IOException {
        long end = file.length();
        long whole = afterLastNewline(file, end);
        if (whole == end || finished(file, whole, end)) {
            return;
        }
        file.seek(whole);
        Path aside = path.resolveSibling(path.getFileName() + ".torn");
        Uninterrupted.call(() -> copy(file, aside));
        file.setLength(whole);
    }

    /// Ends a last line that lacks nothing but its end.
    private static boolean finished(RandomAccessFile file, long from, long end) throws IOException {
        if (end - from > LogReader.MAX_LINE_BYTES) {
            return false;
        }
        byte[] line = new byte[(int) (end - from)];
        file.seek(from);
        file.readFully(line);
        if (!LogReader.isWhole(new String(line, StandardCharsets.UTF_8))) {
            return false;
        }
        file.seek(end);
        file.write('\n');
        return true;
    }

    /// Copies what is left of a file behind what is in another, which is its owner's alone too and
    /// no link to anything else.
    private static Path copy(RandomAccessFile file, Path aside) throws IOException {
        byte[] piece = new byte[PIECE];
        try (SeekableByteChannel out =
                Files.newByteChannel(
                        aside,
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.APPEND,
                                LinkOption.NOFOLLOW_LINKS),
                        OWNER_ONLY)) {
            for (int length = file.read(piece); length > 0; length = file.read(piece)) {
                ByteBuffer bytes = ByteBuffer.wrap(piece, 0, length);
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
            }
        }
        return aside;
    }

    private static long afterLastNewline(RandomAccessFile file, long end) throws IOException {
        byte[] piece = new byte[PIECE];
        long from = end;
        while (from > 0) {
            int length = (int) Math.min(PIECE, from);
            from -= length;
            file.seek(from);
            file.readFully(piece, 0, length);
            for (int i = length - 1; i >= 0; i--) {
                if (piece[i] == '\n') {
                    return from + i + 1;
                }
            }
        }
        return 0;
    }

    /// Whether there was no such file before.
    boolean isNew() {
        return made;
    }

    /// Behind all that was written.
    long end() {
        lock.lock();
        try {
            return end;
        } finally {
            lock.unlock();
        }
    }

    /// Writes a line behind the others; it may not be on the disk yet.
    ///
    /// @return what to wait for
    long put(String line) throws IOException {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LogReader.MAX_LINE_BYTES) {
            throw new IOException(
                    "An entry of a session may have %d bytes; this one has %d."
                            .formatted(LogReader.MAX_LINE_BYTES, bytes.length));
        }
        lock.lock();
        try {
            refuseIfBroken();
            try {
                file.write(bytes);
            } catch (IOException e) {
                takeBack(end, e);
                throw e;
            }
            end += bytes.length;
            return ++written;
        } finally {
            lock.unlock();
        }
    }

    /// Leaves nothing half written. Where even that fails, the next to open the file cuts it off.
    private void takeBack(long length, IOException why) {
        try {
            file.setLength(length);
            file.seek(length);
            end = length;
        } catch (IOException e) {
            why.addSuppressed(e);
            broken = Optional.of(why);
        }
    }

    private void refuseIfBroken() throws IOException {
        if (broken.isPresent()) {
            throw new IOException(
                    "The disk did not take what was written to this session (%s). Nothing more is recorded; make room or mend the disk, and open the session again."
                            .formatted(broken.get().getMessage()),
                    broken.get());
        }
    }

    /// Waits until a line is on the disk.
    void awaitDurable(long mine) throws IOException {
        lock.lock();
        try {
            while (durable < mine) {
                refuseIfBroken();
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

    private void sync() {
        long covered = written;
        long length = end;
        syncing = true;
        lock.unlock();
        Optional<IOException> problem = force();
        lock.lock();
        syncing = false;
        if (problem.isEmpty()) {
            durable = covered;
            durableEnd = length;
        } else {
            broken = problem;
            takeBack(durableEnd, problem.get());
        }
        synced.signalAll();
    }

    private Optional<IOException> force() {
        try {
            FileChannel channel = file.getChannel();
            Uninterrupted.call(() -> {
                channel.force(false);
                return channel;
            });
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
