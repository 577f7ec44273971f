package dev.deft.agent.session.file;

import dev.deft.state.Uninterrupted;
import java.io.ByteArrayOutputStream;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// An append-only file of lines with group commit: concurrent callers share one sync.
///
/// A line that was written only in part is removed. After a failed sync the file accepts nothing
/// more: the kernel may have dropped dirty pages, and a later sync would not report it.
final class LogFile implements AutoCloseable {

    private static final int BUFFER_SIZE = 1 << 16;

    private static final boolean LINUX =
            System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux");

    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final RandomAccessFile file;
    private final boolean created;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition synced = lock.newCondition();
    private long end;
    private long written;
    private long durable;
    private long durableEnd;
    private boolean syncing;
    private Optional<IOException> broken = Optional.empty();

    private LogFile(RandomAccessFile file, boolean created) throws IOException {
        this.file = file;
        this.created = created;
        this.end = file.length();
        this.durableEnd = end;
        file.seek(end);
    }

    /// Opens the file, or creates it readable by its owner only. A line that a crash cut off is
    /// moved to a file `.torn`.
    static LogFile open(Path path) throws IOException {
        boolean created = create(path);
        var file = new RandomAccessFile(path.toFile(), "rw");
        try {
            removeTornLine(file, path);
            var log = new LogFile(file, created);
            if (created) {
                syncDirectory(path.resolveSibling(""));
            }
            return log;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private static boolean create(Path path) throws IOException {
        try {
            Files.createFile(path, OWNER_ONLY);
            return true;
        } catch (FileAlreadyExistsException _) {
            if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            throw new IOException(
                    "%s is not a regular file; move it away, Deft stores the log of a session there."
                            .formatted(path.getFileName()));
        }
    }

    /// A new file survives a power failure only if its directory was synced too.
    private static void syncDirectory(Path directory) throws IOException {
        Uninterrupted.call(() -> {
            try (FileChannel open = FileChannel.open(directory, StandardOpenOption.READ)) {
                open.force(true);
            }
            return directory;
        });
    }

    private static void removeTornLine(RandomAccessFile file, Path path) throws IOException {
        long end = file.length();
        long whole = afterLastNewline(file, end);
        if (whole == end || completeLine(file, whole, end)) {
            return;
        }
        file.seek(whole);
        Path torn = path.resolveSibling(path.getFileName() + ".torn");
        Uninterrupted.call(() -> copy(file, torn));
        file.setLength(whole);
    }

    /// Adds the newline if the last line is a complete entry without one.
    private static boolean completeLine(RandomAccessFile file, long from, long end)
            throws IOException {
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

    /// Appends the rest of a file to another one, which is readable by its owner only and is not a
    /// link.
    private static Path copy(RandomAccessFile file, Path torn) throws IOException {
        byte[] buffer = new byte[BUFFER_SIZE];
        try (SeekableByteChannel out =
                Files.newByteChannel(
                        torn,
                        Set.of(
                                StandardOpenOption.CREATE,
                                StandardOpenOption.APPEND,
                                LinkOption.NOFOLLOW_LINKS),
                        OWNER_ONLY)) {
            for (int length = file.read(buffer); length > 0; length = file.read(buffer)) {
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, length);
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
            }
        }
        return torn;
    }

    private static long afterLastNewline(RandomAccessFile file, long end) throws IOException {
        byte[] buffer = new byte[BUFFER_SIZE];
        long from = end;
        while (from > 0) {
            int length = (int) Math.min(BUFFER_SIZE, from);
            from -= length;
            file.seek(from);
            file.readFully(buffer, 0, length);
            for (int i = length - 1; i >= 0; i--) {
                if (buffer[i] == '\n') {
                    return from + i + 1;
                }
            }
        }
        return 0;
    }

    /// Whether [#open] created the file.
    boolean isNew() {
        return created;
    }

    /// The position after the last written line.
    long end() {
        lock.lock();
        try {
            return end;
        } finally {
            lock.unlock();
        }
    }

    /// @throws IOException if a line is too long for a log
    static void requireFitting(byte[] line) throws IOException {
        if (line.length > LogReader.MAX_LINE_BYTES) {
            throw new IOException(
                    "An entry of a session can have at most %d bytes; this one has %d."
                            .formatted(LogReader.MAX_LINE_BYTES, line.length));
        }
    }

    /// Appends lines, all or none. They may not be durable yet.
    ///
    /// @param lines with their newlines
    void put(List<byte[]> lines) throws IOException {
        for (byte[] line : lines) {
            requireFitting(line);
        }
        byte[] bytes = lines.size() == 1 ? lines.getFirst() : joined(lines);
        lock.lock();
        try {
            requireWritable();
            try {
                file.write(bytes);
            } catch (IOException e) {
                truncate(end, e);
                throw e;
            }
            end += bytes.length;
            written += lines.size();
        } finally {
            lock.unlock();
        }
    }

    private static byte[] joined(List<byte[]> lines) {
        var all = new ByteArrayOutputStream();
        lines.forEach(all::writeBytes);
        return all.toByteArray();
    }

    /// Removes a partly written line. If that fails too, the next [#open] removes it.
    private void truncate(long length, IOException why) {
        try {
            file.setLength(length);
            file.seek(length);
            end = length;
        } catch (IOException e) {
            why.addSuppressed(e);
            broken = Optional.of(why);
        }
    }

    private void requireWritable() throws IOException {
        if (broken.isPresent()) {
            throw new IOException(
                    "Writing to this session failed (%s), so nothing more is recorded. Free some space or repair the disk, then open the session again."
                            .formatted(broken.get().getMessage()),
                    broken.get());
        }
    }

    /// Waits until so many lines since the file was opened are durable.
    void awaitDurable(long lines) throws IOException {
        lock.lock();
        try {
            while (durable < lines) {
                requireWritable();
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
            truncate(durableEnd, problem.get());
        }
        synced.signalAll();
    }

    /// The descriptor knows no interrupts, but syncs with the drive on Linux only. Elsewhere the
    /// channel does, which an interrupt would close.
    private Optional<IOException> force() {
        try {
            if (LINUX) {
                file.getFD().sync();
            } else {
                FileChannel channel = file.getChannel();
                Uninterrupted.call(() -> {
                    channel.force(false);
                    return channel;
                });
            }
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
