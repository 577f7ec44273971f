package dev.deft.agent.session;

import java.util.Map;
import java.util.TreeMap;

/// The ids of the active branch of a log: from the last entry back along the parents. Needs memory
/// only for entries whose parent is not the entry before them.
public final class BranchIds {

    private final TreeMap<Long, Long> jumps = new TreeMap<>();
    private final TreeMap<Long, Long> ranges = new TreeMap<>();
    private long last;
    private boolean linear = true;

    public void add(long id, long parent) {
        if (id <= 0) {
            return;
        }
        linear &= parent == id - 1 && id > last;
        if (parent == id - 1) {
            jumps.remove(id);
        } else {
            jumps.put(id, parent);
        }
        last = id;
    }

    /// Whether every entry continues from the one before it, so that all entries are active.
    public boolean isLinear() {
        return linear;
    }

    /// Whether an entry is active. Call it only after all entries were added.
    public boolean contains(long id) {
        if (ranges.isEmpty()) {
            computeRanges();
        }
        Map.Entry<Long, Long> range = ranges.floorEntry(id);
        return range != null && id <= range.getValue();
    }

    private void computeRanges() {
        long to = last;
        while (to > 0) {
            Map.Entry<Long, Long> jump = jumps.floorEntry(to);
            if (jump == null) {
                ranges.put(1L, to);
                return;
            }
            ranges.put(jump.getKey(), to);
            to = Math.min(jump.getValue(), jump.getKey() - 1);
        }
        ranges.putIfAbsent(0L, 0L);
    }
}
