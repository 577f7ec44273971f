package dev.deft.agent.session.file;

import dev.deft.agent.session.EntryJson;
import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.tool.SessionLogs;
import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.state.FileLocks;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The logs in one directory below `.deft`. Reads them only; links are not followed.
public final class LogDirectory implements SessionLogs {

    private static final String STATE = ".deft/";
    private static final Pattern TIME = Pattern.compile("\"ts\":\"([^\"]{1,40})\"");

    /// Every entry begins with its role and its time.
    private static final int MAX_START = 1 << 12;

    private final Path directory;
    private final SessionOwner owner;
    private final FileLocks locks;

    private LogDirectory(Path directory, SessionOwner owner, FileLocks locks) {
        this.directory = directory;
        this.owner = owner;
        this.locks = locks;
    }

    /// Finds a directory of logs.
    ///
    /// @param name relative to `.deft`; a directory that contains `sessions` stands for that. Empty
    ///   for the sessions of this workspace
    /// @throws HostException if there is no such directory below `.deft`
    public static LogDirectory of(SessionPaths paths, FileLocks locks, Optional<String> name)
            throws HostException {
        var state = new StatePaths(paths.root());
        Path directory = name.isPresent() ? below(state.path(), name.get()) : state.sessions();
        return new LogDirectory(directory, SessionOwner.of(paths.data(), paths.root()), locks);
    }

    private static Path below(Path state, String name) throws HostException {
        String relative = name.startsWith(STATE) ? name.substring(STATE.length()) : name;
        Path current = state;
        for (Path part : parts(relative)) {
            current = current.resolve(part);
            if (part.toString().equals("..") || !isDirectory(current)) {
                throw missing(name);
            }
        }
        Path sessions = current.resolve("sessions");
        return isDirectory(sessions) ? sessions : current;
    }

    private static Path parts(String relative) throws HostException {
        try {
            Path parts = Path.of(relative);
            if (!parts.isAbsolute()) {
                return parts;
            }
        } catch (InvalidPathException _) {
            throw missing(relative);
        }
        throw missing(relative);
    }

    private static HostException missing(String name) {
        return new HostException(
                ErrorCode.NOT_FOUND,
                "There is no directory %s below .deft. Leave it out for the sessions of this workspace."
                        .formatted(name));
    }

    private static boolean isDirectory(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public List<StoredLog> list() throws IOException {
        List<StoredLog> logs = new ArrayList<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(directory, "*" + LogFiles.ENDING)) {
            for (Path file : files) {
                stored(file).ifPresent(logs::add);
            }
        } catch (NoSuchFileException _) {
            return List.of();
        }
        logs.sort(
                Comparator.comparing(StoredLog::modified)
                        .reversed()
                        .thenComparing(it -> it.id().value()));
        return logs;
    }

    private static Optional<StoredLog> stored(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        String id = name.substring(0, name.length() - LogFiles.ENDING.length());
        try {
            BasicFileAttributes found =
                    Files.readAttributes(
                            file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.isRegularFile() && SessionId.isValid(id)
                    ? Optional.of(
                            new StoredLog(
                                    new SessionId(id),
                                    began(file),
                                    found.lastModifiedTime().toInstant()))
                    : Optional.empty();
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private static Instant began(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            String start = new String(in.readNBytes(MAX_START), StandardCharsets.UTF_8);
            Matcher time = TIME.matcher(start);
            return EntryJson.time(time.find() ? Optional.of(time.group(1)) : Optional.empty());
        }
    }

    /// The lock file of a session that ended in a crash is there, but nobody holds the lock.
    @Override
    public boolean isOpen(SessionId id) throws IOException {
        Path file = directory.resolve(id.value() + ".lock");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Optional<FileLocks.Lock> free =
                locks.tryLock(directory, String.valueOf(file.getFileName()), Bytes.EMPTY);
        if (free.isPresent()) {
            free.get().close();
        }
        return free.isEmpty();
    }

    @Override
    public Optional<String> read(SessionId id, Consumer<Json.Obj> reader) throws IOException {
        Path log = directory.resolve(id.value() + LogFiles.ENDING);
        if (!Files.isRegularFile(log, LinkOption.NOFOLLOW_LINKS)) {
            throw new NoSuchSessionException(id);
        }
        return LogCheck.of(log, id, owner, reader).warning(id);
    }
}
