package dev.deft.agent.session;

import java.util.Map;
import java.util.TreeMap;

/// Which entries of a log count, told by their ids alone: from the last one back along the parents.
/// It costs room only for entries that do not go on from the one before.
public final class BranchIds {

    private final TreeMap<Long, Long> jumps = new TreeMap<>();
    private final TreeMap<Long, Long> ranges = new TreeMap<>();
    private long last;
    private boolean straight = true;

    public void add(long id, long parent) {
        if (id <= 0) {
            return;
        }
        straight &= parent == id - 1 && id > last;
        if (parent == id - 1) {
            jumps.remove(id);
        } else {
            jumps.put(id, parent);
        }
        last = id;
    }

    /// Whether every entry goes on from the one before, so that all of them count.
    public boolean isLinear() {
        return straight;
    }

    /// To be asked once all are added.
    public boolean contains(long id) {
        if (ranges.isEmpty()) {
            measure();
        }
        Map.Entry<Long, Long> range = ranges.floorEntry(id);
        return range != null && id <= range.getValue();
    }

    private void measure() {
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
