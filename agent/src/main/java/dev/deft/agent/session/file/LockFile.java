package dev.deft.agent.session.file;

import dev.deft.agent.session.EntryTime;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionInUseException;
import dev.deft.codec.JsonBytes;
import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.state.FileLocks;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;

/// The exclusive lock of one process on a session: a locked file that names its holder.
///
/// Only the kernel's lock counts, not the content of the file, so a dead process holds no lease.
/// The log itself is not locked: closing any descriptor of a file would release the lock, and
/// readers open and close the log at any time.
final class LockFile implements AutoCloseable {

    /// Long enough for a short command to finish.
    static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final Duration RETRY_INTERVAL = Duration.ofMillis(20);
    private static final int MAX_COMMAND_LENGTH = 80;

    /// A fixed size, so that a new holder overwrites the old one completely.
    private static final int SIZE = 1024;

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private final FileLocks.Lock lock;
    private final Path file;

    private LockFile(FileLocks.Lock lock, Path file) {
        this.lock = lock;
        this.file = file;
    }

    /// Acquires the lock.
    ///
    /// @throws SessionInUseException when another process holds it until the timeout
    static LockFile acquire(
            FileLocks locks, Path sessions, SessionId id, Instant now, Duration timeout)
            throws IOException {
        String name = id.value() + ".lock";
        Path file = sessions.resolve(name);
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            Optional<FileLocks.Lock> lock = tryLock(locks, sessions, name, holder(now));
            if (lock.isPresent()) {
                return new LockFile(lock.get(), file);
            }
            if (System.nanoTime() >= deadline) {
                throw new SessionInUseException(id, describeHolder(file));
            }
            pause();
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(RETRY_INTERVAL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a session", e);
        }
    }

    private static Optional<FileLocks.Lock> tryLock(
            FileLocks locks, Path directory, String name, Bytes holder) throws IOException {
        try {
            return locks.tryLock(directory, name, holder);
        } catch (FileSystemException e) {
            throw new IOException(
                    "%s cannot be created in .deft/sessions (%s); Deft needs it to lock the session. Check the owner and mode of the directory, and the free disk space."
                            .formatted(name, reason(e)),
                    e);
        }
    }

    private static String reason(FileSystemException e) {
        return Optional.ofNullable(e.getReason()).orElseGet(e::toString);
    }

    private static Bytes holder(Instant now) {
        Json.Obj holder =
                Json.Obj.EMPTY
                        .with("pid", Json.Num.of(ProcessHandle.current().pid()))
                        .with("host", host())
                        .with("since", EntryTime.text(now.truncatedTo(ChronoUnit.SECONDS)))
                        .with("command", command());
        byte[] text = JsonBytes.of(holder);
        byte[] padded = new byte[SIZE];
        Arrays.fill(padded, (byte) ' ');
        System.arraycopy(text, 0, padded, 0, Math.min(text.length, SIZE - 1));
        padded[SIZE - 1] = '\n';
        return Bytes.wrap(padded);
    }

    /// Read from the kernel: the JDK might ask the network.
    private static String host() {
        try {
            return Files.readString(HOST_NAME).strip();
        } catch (IOException _) {
            return "this machine";
        }
    }

    /// The command line of this process, without the path of Java.
    private static String command() {
        String started = System.getProperty("sun.java.command", "a Java program");
        String shown = started.replace("dev.deft.app.Main", "deft").replace('\n', ' ');
        return shown.length() > MAX_COMMAND_LENGTH ? shown.substring(0, MAX_COMMAND_LENGTH) : shown;
    }

    private static String describeHolder(Path file) {
        try {
            Json.Obj holder = JsonText.parseObject(Files.readString(file).strip());
            return "process %s on %s (%s) since %s"
                    .formatted(
                            holder.find("pid").map(JsonText::write).orElse("?"),
                            holder.text("host").orElse("?"),
                            holder.text("command").orElse("?"),
                            holder.text("since").orElse("?"));
        } catch (JsonSyntaxException _) {
            return "another process";
        } catch (IOException e) {
            return "another process (%s)".formatted(e.getMessage());
        }
    }

    /// Deletes the file before it unlocks it, so that waiting processes see that it is gone.
    @Override
    public void close() throws IOException {
        try {
            Files.deleteIfExists(file);
        } finally {
            lock.close();
        }
    }
}
