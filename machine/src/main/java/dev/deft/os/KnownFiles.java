package dev.deft.os;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileStatus;
import dev.deft.os.tree.FileContent;
import dev.deft.os.tree.OsPath;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What a session knows of the files it read or wrote last; one for all calls of a session.
public final class KnownFiles {

    private static final String IN_PIECES = "pieces ";

    private final Map<String, String> seen = new ConcurrentHashMap<>();

    public KnownFiles() {}

    /// Takes up where another process left off.
    ///
    /// @param kept what [#kept] gave there
    public KnownFiles(Map<String, String> kept) {
        seen.putAll(kept);
    }

    /// Everything known, to be stored with the session.
    public Map<String, String> kept() {
        return Map.copyOf(seen);
    }

    void saw(OsPath file, Bytes content) {
        seen.put(file.display(), Fingerprint.of(content).text());
    }

    /// The file was opened to be read in pieces, so its content as a whole is not known.
    void sawPieces(OsPath file, FileStatus status) {
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

    /// Whether a file is another than the one seen last; one never seen is not.
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
