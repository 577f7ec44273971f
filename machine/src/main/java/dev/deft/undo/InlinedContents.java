package dev.deft.undo;

import dev.deft.host.Bytes;
import dev.deft.os.Fingerprint;
import dev.deft.os.state.StateDirectory;
import dev.deft.os.tree.FileContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Where small contents are that stand in the log itself, in the line of the change that brought
/// them. Only the latest are held in memory; the others are read when they are needed.
final class InlinedContents {

    private static final int MOST_HELD = 8;

    private final StateDirectory directory;
    private final String log;
    private final Map<String, Line> lines = new HashMap<>();
    private Map<String, Bytes> latest = Map.of();
    private long bytes;

    InlinedContents(StateDirectory directory, String log) {
        this.directory = directory;
        this.log = log;
    }

    /// A line of the log, in bytes.
    private record Line(long position, int length) {}

    /// The size of all of them.
    long bytes() {
        return bytes;
    }

    /// Whether every content is what its name says.
    boolean isIntact(Map<String, String> contents) {
        for (Map.Entry<String, String> content : contents.entrySet()) {
            try {
                if (!isNamed(content.getKey(), decoded(content.getValue()))) {
                    return false;
                }
            } catch (IllegalArgumentException _) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNamed(String name, Bytes content) {
        return name.startsWith(Fingerprint.of(content).text() + "-");
    }

    /// Notes that contents are in a line.
    void add(Collection<String> names, long position, int length) {
        for (String name : names) {
            if (lines.putIfAbsent(name, new Line(position, length)) == null) {
                bytes += ContentStore.size(name);
            }
        }
    }

    /// Holds a few contents in memory, since the next change is often one of the same file.
    void remember(Map<String, Bytes> contents) {
        latest = contents.size() <= MOST_HELD ? Map.copyOf(contents) : Map.of();
    }

    Optional<FileContent> find(String name) throws IOException {
        if (!lines.containsKey(name)) {
            return Optional.empty();
        }
        Bytes held = latest.get(name);
        return Optional.of(FileContent.of(held != null ? held : read(name, lines.get(name))));
    }

    private Bytes read(String name, Line line) throws IOException {
        return directory
                .read(log, line.position, line.length)
                .flatMap(it -> UndoEvent.parse(it.text(StandardCharsets.UTF_8)))
                .filter(UndoEvent.Changed.class::isInstance)
                .flatMap(it -> ((UndoEvent.Changed) it).contents())
                .flatMap(it -> Optional.ofNullable(it.get(name)))
                .map(InlinedContents::decoded)
                .orElse(Bytes.EMPTY);
    }

    static String encoded(Bytes content) {
        return Base64.getEncoder().encodeToString(content.toArray());
    }

    private static Bytes decoded(String text) {
        return Bytes.wrap(Base64.getDecoder().decode(text));
    }
}
