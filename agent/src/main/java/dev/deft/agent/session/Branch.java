package dev.deft.agent.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The active branch of a log: from the last entry back along the parents.
public final class Branch {

    private Branch() {}

    /// An entry without a readable parent continues from the nearest one before it.
    public static List<Entry> of(List<Entry> log) {
        TreeMap<Long, Entry> byId = new TreeMap<>();
        long last = 0;
        for (Entry entry : log) {
            if (entry.id() > 0) {
                byId.put(entry.id(), entry);
                last = entry.id();
            }
        }
        List<Entry> branch = new ArrayList<>();
        Map.Entry<Long, Entry> next = byId.floorEntry(last);
        while (next != null) {
            Entry entry = next.getValue();
            branch.add(entry);
            next = byId.floorEntry(Math.min(entry.parent(), entry.id() - 1));
        }
        Collections.reverse(branch);
        return branch;
    }
}
