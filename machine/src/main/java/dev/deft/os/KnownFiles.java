package dev.deft.os;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileStatus;
import dev.deft.os.tree.FileContent;
import dev.deft.os.tree.OsPath;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Remembers the files a session read or wrote most recently. All calls of a session share one
/// instance.
public final class KnownFiles {

    private static final String IN_PIECES = "pieces ";

    private final Map<String, String> seen = new ConcurrentHashMap<>();

    public KnownFiles() {}

    /// Restores what another process saved.
    ///
    /// @param kept the result of [#fingerprints] in that process
    public KnownFiles(Map<String, String> kept) {
        seen.putAll(kept);
    }

    /// All fingerprints, to be stored with the session.
    public Map<String, String> fingerprints() {
        return Map.copyOf(seen);
    }

    void saw(OsPath file, Bytes content) {
        seen.put(file.display(), Fingerprint.of(content).text());
    }

    /// Records that a file was opened for reading in chunks, so the fingerprint of the whole is
    /// unknown.
    void sawPart(OsPath file, FileStatus status) {
        seen.put(file.display(), IN_PIECES + status.identity());
    }

    void forget(OsPath file) {
        seen.remove(file.display());
    }

    void moved(OsPath from, OsPath to) {
        String known = seen.remove(from.display());
        if (known != null && !known.startsWith(IN_PIECES)) {
            seen.put(to.display(), known);
        }
    }

    /// Whether a file has changed since the session last saw it; false for a file it never saw.
    boolean isOther(OsPath file, FileContent content, FileStatus status) throws IOException {
        String known = seen.get(file.display());
        if (known == null) {
            return false;
        }
        return known.startsWith(IN_PIECES)
                ? !known.equals(IN_PIECES + status.identity())
                : !known.equals(Fingerprint.of(content).text());
    }
}
