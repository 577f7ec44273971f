package dev.deft.os.state;

import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
        List<Kept> all = all();
        long bytes = all.stream().mapToLong(Kept::bytes).sum();
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
        return removed;
    }

    private record Kept(Path file, long bytes, FileTime written) {}

    private List<Kept> all() throws IOException {
        List<Kept> all = new ArrayList<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(state.session(session), "*" + StatePaths.SIDECAR)) {
            for (Path file : files) {
                BasicFileAttributes found =
                        Files.readAttributes(
                                file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                all.add(new Kept(file, found.size(), found.lastModifiedTime()));
            }
        } catch (NoSuchFileException | NotDirectoryException _) {
            return all;
        }
        return all;
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
