package dev.deft.agent.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The entries that count: from the last one back along the parents.
final class Branch {

    private Branch() {}

    static List<Entry> of(List<Entry> log) {
        Map<Long, Entry> byId = new HashMap<>();
        log.forEach(it -> byId.put(it.id(), it));
        List<Entry> branch = new ArrayList<>();
        long next = log.isEmpty() ? 0 : log.getLast().id();
        while (byId.containsKey(next)) {
            Entry entry = byId.remove(next);
            branch.add(entry);
            next = entry.parent();
        }
        Collections.reverse(branch);
        return branch;
    }
}
