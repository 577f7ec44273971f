package dev.deft.os.state;

import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The sidecars of a session, bounded in size individually and in total.
public final class Sidecars {

    /// How many bytes of one output are stored.
    public static final long MOST_OF_A_CALL = 256L << 20;

    /// How many bytes a session stores; the oldest sidecars are removed first.
    public static final long MOST_OF_A_SESSION = 1L << 30;

    private final StatePaths state;
    private final String session;
    private final long mostOfACall;
    private final long mostOfASession;
    private boolean swept;

    /// How many bytes the session stores at most; counted when the first sidecar is complete.
    private OptionalLong stored = OptionalLong.empty();

    public Sidecars(StatePaths state, String session) {
        this(state, session, MOST_OF_A_CALL, MOST_OF_A_SESSION);
    }

    Sidecars(StatePaths state, String session, long mostOfACall, long mostOfASession) {
        this.state = state;
        this.session = session;
        this.mostOfACall = mostOfACall;
        this.mostOfASession = mostOfASession;
    }

    public SidecarFile named(String name) {
        return new SidecarFile(this, state.session(session).resolve(name), mostOfACall);
    }

    /// Creates the directory, and removes old sidecars once per process.
    synchronized void prepare() throws IOException {
        state.createDirectory(state.session(session));
        if (!swept) {
            swept = true;
            OldSidecars.sweep(state, Instant.now());
        }
    }

    /// Removes the oldest sidecars when there are too many bytes.
    ///
    /// @param newest is never removed
    /// @return how many were removed
    synchronized int makeRoom(Path newest) throws IOException {
        long now = stored.isPresent() ? stored.getAsLong() + Files.size(newest) : bytes(all());
        stored = OptionalLong.of(now);
        if (now <= mostOfASession) {
            return 0;
        }
        List<Kept> all = all();
        long bytes = bytes(all);
        all.sort(Comparator.comparing(Kept::written));
        int removed = 0;
        for (Kept it : all) {
            if (bytes <= mostOfASession) {
                break;
            }
            if (!it.file().equals(newest) && Files.deleteIfExists(it.file())) {
                bytes -= it.bytes();
                removed++;
            }
        }
        stored = OptionalLong.of(bytes);
        return removed;
    }

    private static long bytes(List<Kept> all) {
        long bytes = 0;
        for (Kept it : all) {
            bytes += it.bytes();
        }
        return bytes;
    }

    /// By its name; a glob would be compiled to a regular expression for each listing.
    static boolean isSidecar(Path file) {
        return file.getFileName().toString().endsWith(StatePaths.SIDECAR);
    }

    private record Kept(Path file, long bytes, FileTime written) {}

    private List<Kept> all() throws IOException {
        List<Kept> all = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(state.session(session))) {
            for (Path file : files) {
                if (isSidecar(file)) {
                    BasicFileAttributes found =
                            Files.readAttributes(
                                    file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                    all.add(new Kept(file, found.size(), found.lastModifiedTime()));
                }
            }
        } catch (NoSuchFileException | NotDirectoryException _) {
            return all;
        }
        return all;
    }

    /// The size of a sidecar; empty if there is none of that name.
    public OptionalLong size(String name) throws IOException {
        return isPlain(name)
                ? OptionalLong.of(Files.size(state.session(session).resolve(name)))
                : OptionalLong.empty();
    }

    /// A text that is another one after every change of a sidecar: its size, and when its content
    /// and its metadata were last changed. Programs cannot set the latter. Empty if there is no
    /// sidecar of that name, or if the file system does not tell.
    public Optional<String> stamp(String name) throws IOException {
        if (!isPlain(name)) {
            return Optional.empty();
        }
        try {
            Map<String, Object> found =
                    Files.readAttributes(
                            state.session(session).resolve(name),
                            "unix:size,lastModifiedTime,ctime",
                            LinkOption.NOFOLLOW_LINKS);
            return Optional.of(
                    found.get("size")
                            + " "
                            + found.get("lastModifiedTime")
                            + " "
                            + found.get("ctime"));
        } catch (UnsupportedOperationException _) {
            return Optional.empty();
        }
    }

    /// The content of a sidecar; empty if there is none of that name, or if it is larger.
    public Optional<byte[]> load(String name, long most) throws IOException {
        OptionalLong size = size(name);
        if (size.isEmpty() || size.getAsLong() > most) {
            return Optional.empty();
        }
        try (var in =
                Channels.newInputStream(
                        Files.newByteChannel(
                                state.session(session).resolve(name),
                                Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)))) {
            byte[] bytes = in.readNBytes((int) most + 1);
            return bytes.length > most ? Optional.empty() : Optional.of(bytes);
        }
    }

    /// Whether this is a regular file in the directory of the session, without a link on the way.
    private boolean isPlain(String name) {
        if (!name.endsWith(StatePaths.SIDECAR) || name.contains("/") || name.contains("\0")) {
            return false;
        }
        Path directory = state.session(session);
        return Files.isDirectory(state.path(), LinkOption.NOFOLLOW_LINKS)
                && Files.isDirectory(state.sessions(), LinkOption.NOFOLLOW_LINKS)
                && Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                && Files.isRegularFile(directory.resolve(name), LinkOption.NOFOLLOW_LINKS);
    }

    /// Removes all of them: nobody returns to a session without a name.
    public synchronized void removeAll() throws IOException {
        List<Kept> all = all();
        for (Kept it : all) {
            Files.deleteIfExists(it.file());
        }
        if (!all.isEmpty()) {
            try {
                Files.deleteIfExists(state.session(session));
            } catch (DirectoryNotEmptyException _) {
                return;
            }
        }
    }
}
