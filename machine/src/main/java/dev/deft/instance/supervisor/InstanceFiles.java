package dev.deft.instance.supervisor;

import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.instance.Instances;
import dev.deft.state.FileLocks;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/// The directories of instances below `.deft/instances`, shared by all processes on a workspace.
///
/// An instance runs as long as its owner holds the lock on its owner file; the end of the owner
/// releases it. So neither a file that somebody left there nor a reused process id looks like an
/// instance. What the files say is only ever shown: nothing is signalled and no port is forwarded
/// because of them.
final class InstanceFiles {

    private static final String OWNER = "owner.json";
    private static final String LOCK = "lock";
    private static final int LONGEST_OWNER = 4096;
    private static final int KEPT_LOGS = 20;
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);
    private static final Pattern ID = Pattern.compile("inst_[0-9a-f]{8}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,100}");

    private final StatePaths state;
    private final FileLocks locks;

    InstanceFiles(StatePaths state, FileLocks locks) {
        this.state = state;
        this.locks = locks;
    }

    /// What the owner file of an instance says.
    record Owner(String id, String handle, String session, long process) {

        private boolean isSound(String directory) {
            return id.equals(directory)
                    && NAME.matcher(handle).matches()
                    && NAME.matcher(session).matches();
        }
    }

    /// The directory of an instance while this process runs it.
    record Claim(Path directory, FileLocks.Lock lock) {

        /// Ends the claim; the log stays.
        void release() throws IOException {
            try (lock) {
                Files.deleteIfExists(directory.resolve(OWNER));
            }
        }
    }

    private Path directory() {
        return state.path().resolve("instances");
    }

    Path directory(String id) {
        return directory().resolve(id);
    }

    /// Reserves an id and a handle.
    ///
    /// @throws HostException if the handle is taken or too many instances run
    Claim claim(Owner owner) throws IOException {
        state.createDirectory(directory());
        try (FileLocks.Lock _ = exclusively()) {
            List<Owner> running = scan();
            for (Owner it : running) {
                if (it.handle().equals(owner.handle())) {
                    throw new HostException(
                            ErrorCode.CONFLICT,
                            "The handle %s is taken by %s, which runs in session %s. Stop it, or choose another handle."
                                    .formatted(it.handle(), it.id(), it.session()));
                }
            }
            if (running.size() >= Instances.MAX_RUNNING) {
                throw new HostException(
                        ErrorCode.LIMIT_REACHED,
                        "%d instances run in this workspace; stop one first."
                                .formatted(running.size()));
            }
            removeOldLogs();
            Path directory = state.createDirectory(directory(owner.id()));
            byte[] text =
                    (JsonText.write(Records.write(owner)) + "\n").getBytes(StandardCharsets.UTF_8);
            FileLocks.Lock lock =
                    locks.tryLock(directory, OWNER, Bytes.of(text))
                            .orElseThrow(() ->
                                    new HostException(
                                            ErrorCode.CONFLICT,
                                            "The id %s is taken; try again."
                                                    .formatted(owner.id())));
            return new Claim(directory, lock);
        }
    }

    /// The instances that some process runs now.
    List<Owner> running() throws IOException {
        if (!Files.isDirectory(directory(), LinkOption.NOFOLLOW_LINKS)
                || !Files.isWritable(directory())) {
            return List.of();
        }
        try (FileLocks.Lock _ = exclusively()) {
            return scan();
        }
    }

    private FileLocks.Lock exclusively() throws IOException {
        long from = System.nanoTime();
        while (System.nanoTime() - from < LOCK_TIMEOUT.toNanos()) {
            Optional<FileLocks.Lock> lock = locks.tryLock(directory(), LOCK, Bytes.of(new byte[0]));
            if (lock.isPresent()) {
                return lock.get();
            }
            LockSupport.parkNanos(2_000_000);
        }
        throw new HostException(
                ErrorCode.UNAVAILABLE,
                "Another process holds .deft/instances/lock. Try again when it has ended.");
    }

    /// Lists what is locked, and removes the owner files that nobody holds any more.
    private List<Owner> scan() throws IOException {
        List<Owner> running = new ArrayList<>();
        for (Path directory : directories()) {
            Optional<Owner> owner = owner(directory);
            boolean there = Files.exists(directory.resolve(OWNER), LinkOption.NOFOLLOW_LINKS);
            if (there && !removeIfFree(directory)) {
                owner.ifPresent(running::add);
            }
        }
        running.sort(Comparator.comparing(Owner::id));
        return running;
    }

    private List<Path> directories() throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory(), "inst_*")) {
            for (Path it : all) {
                if (ID.matcher(it.getFileName().toString()).matches()
                        && Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS)) {
                    found.add(it);
                }
            }
        }
        return found;
    }

    private static Optional<Owner> owner(Path directory) {
        Path file = directory.resolve(OWNER);
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    || Files.size(file) > LONGEST_OWNER) {
                return Optional.empty();
            }
            Owner owner = Records.read(Owner.class, JsonText.parseObject(Files.readString(file)));
            return Optional.of(owner).filter(it -> it.isSound(directory.getFileName().toString()));
        } catch (IOException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// @return whether nobody held it
    private boolean removeIfFree(Path directory) throws IOException {
        Path file = directory.resolve(OWNER);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        Optional<FileLocks.Lock> free = locks.tryLock(directory, OWNER, Bytes.of(new byte[0]));
        if (free.isEmpty()) {
            return false;
        }
        try (FileLocks.Lock _ = free.get()) {
            Files.deleteIfExists(file);
        }
        return true;
    }

    /// Keeps the logs of the last instances only.
    private void removeOldLogs() throws IOException {
        List<Path> ended = new ArrayList<>();
        for (Path it : directories()) {
            if (!Files.exists(it.resolve(OWNER), LinkOption.NOFOLLOW_LINKS)) {
                ended.add(it);
            }
        }
        ended.sort(Comparator.comparingLong(InstanceFiles::modified).reversed());
        for (Path it : ended.subList(Math.min(KEPT_LOGS, ended.size()), ended.size())) {
            removeLog(it);
        }
    }

    /// A directory with files of somebody else stays.
    private static void removeLog(Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve(InstanceLog.NAME));
        Files.deleteIfExists(directory.resolve(InstanceLog.OLDER));
        try {
            Files.delete(directory);
        } catch (DirectoryNotEmptyException _) {
            // Not ours to remove.
        }
    }

    private static long modified(Path directory) {
        try {
            return Files.getLastModifiedTime(directory, LinkOption.NOFOLLOW_LINKS).toMillis();
        } catch (IOException _) {
            return 0;
        }
    }
}
