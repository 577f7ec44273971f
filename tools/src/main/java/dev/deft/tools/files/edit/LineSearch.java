package dev.deft.tools.files.edit;

import java.util.ArrayList;
import java.util.List;

/// Finds a run of lines inside other lines.
public final class LineSearch {

    private LineSearch() {}

    /// Every index, counted from 0 and not before `from`, at which `wanted` stands.
    public static List<Integer> find(List<String> lines, List<String> wanted, int from) {
        var found = new ArrayList<Integer>();
        for (int i = from; i + wanted.size() <= lines.size(); i++) {
            if (standsAt(lines, wanted, i)) {
                found.add(i);
            }
        }
        return found;
    }

    public static boolean standsAt(List<String> lines, List<String> wanted, int index) {
        for (int i = 0; i < wanted.size(); i++) {
            if (!lines.get(index + i).equals(wanted.get(i))) {
                return false;
            }
        }
        return true;
    }
}
