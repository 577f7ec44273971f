package dev.deft.agent.session.file;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionInUseException;
import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.state.FileLocks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;

/// The right of one process to write to a session: a lock on a file that says who has it.
///
/// The kernel's lock decides, never what the file says, so the lease of a process that died counts
/// for nothing. The log itself is not locked: readers open and close it as they like, and closing
/// any descriptor of a file would give a lock on it away.
final class LockFile implements AutoCloseable {

    /// Long enough for a short command that is just ending.
    static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int LONGEST_COMMAND = 80;

    /// Who has it is written over who had it, so it always has this size.
    private static final int BYTES = 1024;

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    private final FileLocks.Lock lock;
    private final Path file;

    private LockFile(FileLocks.Lock lock, Path file) {
        this.lock = lock;
        this.file = file;
    }

    /// Takes the lease, or says who has it.
    static LockFile acquire(FileLocks locks, Path sessions, SessionId id, Instant now)
            throws IOException {
        String name = id.value() + ".lock";
        Path file = sessions.resolve(name);
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            Optional<FileLocks.Lock> lock = tryLock(locks, sessions, name, owner(now));
            if (lock.isPresent()) {
                return new LockFile(lock.get(), file);
            }
            if (System.nanoTime() > deadline) {
                throw new SessionInUseException(id, who(file));
            }
            pause();
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a session", e);
        }
    }

    private static Optional<FileLocks.Lock> tryLock(
            FileLocks locks, Path directory, String name, Bytes owner) throws IOException {
        try {
            return locks.tryLock(directory, name, owner);
        } catch (FileSystemException e) {
            throw new IOException(
                    "%s cannot be made in .deft/sessions (%s); Deft needs it to have a session for itself. Look at the owner and the mode of the directory and at the room on the disk."
                            .formatted(name, reason(e)),
                    e);
        }
    }

    private static String reason(FileSystemException e) {
        return Optional.ofNullable(e.getReason()).orElseGet(e::toString);
    }

    private static Bytes owner(Instant now) {
        Json.Obj owner =
                Json.Obj.EMPTY
                        .with("pid", Json.Num.of(ProcessHandle.current().pid()))
                        .with("host", host())
                        .with("since", now.truncatedTo(ChronoUnit.SECONDS).toString())
                        .with("command", command());
        byte[] text = JsonText.write(owner).getBytes(StandardCharsets.UTF_8);
        byte[] padded = new byte[BYTES];
        Arrays.fill(padded, (byte) ' ');
        System.arraycopy(text, 0, padded, 0, Math.min(text.length, BYTES - 1));
        padded[BYTES - 1] = '\n';
        return Bytes.wrap(padded);
    }

    /// Asked of the kernel, since asking the JDK may ask the network.
    private static String host() {
        try {
            return Files.readString(HOST_NAME).strip();
        } catch (IOException _) {
            return "this machine";
        }
    }

    /// The words this process was started with, without the path of Java.
    private static String command() {
        String started = System.getProperty("sun.java.command", "a Java program");
        String shown = started.replace("dev.deft.app.Main", "deft").replace('\n', ' ');
        return shown.length() > LONGEST_COMMAND ? shown.substring(0, LONGEST_COMMAND) : shown;
    }

    private static String who(Path file) {
        try {
            Json.Obj owner = JsonText.parseObject(Files.readString(file).strip());
            return "process %s on %s (%s) since %s"
                    .formatted(
                            owner.find("pid").map(JsonText::write).orElse("?"),
                            owner.text("host").orElse("?"),
                            owner.text("command").orElse("?"),
                            owner.text("since").orElse("?"));
        } catch (JsonSyntaxException _) {
            return "another process";
        } catch (IOException e) {
            return "another process (%s)".formatted(e.getMessage());
        }
    }

    /// Removes the file before it is unlocked: whoever waits for it sees that it is gone.
    @Override
    public void close() throws IOException {
        try {
            Files.deleteIfExists(file);
        } finally {
            lock.close();
        }
    }
}
