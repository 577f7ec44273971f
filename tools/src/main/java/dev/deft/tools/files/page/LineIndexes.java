package dev.deft.tools.files.page;

import dev.deft.tools.files.text.LineIndex;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Caches the line indexes of recently read large files. Thread-safe.
public final class LineIndexes {

    /// A block takes eight bytes here and represents a megabyte of a file.
    private static final int MOST_BLOCKS = 500_000;

    private static final int MOST_FILES = 100;

    /// By the identity of the file, least recently used first.
    private final Map<String, LineIndex> byFile = new LinkedHashMap<>(16, 0.75f, true);

    private long blocks;

    synchronized Optional<LineIndex> find(String identity) {
        return Optional.ofNullable(byFile.get(identity));
    }

    synchronized void keep(String identity, LineIndex index) {
        LineIndex known = byFile.put(identity, index);
        blocks += index.blocks() - (known == null ? 0 : known.blocks());
        Iterator<LineIndex> eldest = byFile.values().iterator();
        while (blocks > MOST_BLOCKS || byFile.size() > MOST_FILES) {
            blocks -= eldest.next().blocks();
            eldest.remove();
        }
    }
}
