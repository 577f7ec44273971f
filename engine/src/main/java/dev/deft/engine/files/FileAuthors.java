package dev.deft.engine.files;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Which session of this engine changed a file of a workspace last. Thread-safe.
public final class FileAuthors {

    /// Of more files, those whose last change is oldest are forgotten.
    private static final int MOST_FILES = 10_000;

    private final Map<String, Author> last = new LinkedHashMap<>();
    private long changes;

    /// The last change of a file.
    ///
    /// @param change the number of the change; later ones have higher numbers
    record Author(String session, String agent, long change) {}

    /// The number of the last change of any file.
    synchronized long now() {
        return changes;
    }

    synchronized Optional<Author> of(String path) {
        return Optional.ofNullable(last.get(path));
    }

    /// Records a change.
    ///
    /// @return its number
    synchronized long changed(String path, String session, String agent) {
        changes++;
        last.remove(path);
        last.put(path, new Author(session, agent, changes));
        if (last.size() > MOST_FILES) {
            last.remove(last.keySet().iterator().next());
        }
        return changes;
    }
}
