package dev.deft.tools.files;

import dev.deft.host.Limits;
import dev.deft.tools.files.text.Utf8;
import java.util.ArrayList;
import java.util.List;

/// The first lines of a list, as many as a call may show.
record ListHead(List<String> items, boolean cut) {

    ListHead {
        items = List.copyOf(items);
    }

    static ListHead of(List<String> lines, Limits limits) {
        var items = new ArrayList<String>();
        long bytes = 0;
        for (String line : lines) {
            bytes += Utf8.length(line) + 1;
            if (items.size() == limits.items() || bytes > limits.outputBytes()) {
                return new ListHead(items, true);
            }
            items.add(line);
        }
        return new ListHead(items, false);
    }

    String notice(long all, String what) {
        return cut ? cutNotice(items.size(), all, what) : "";
    }

    /// Not formatted: a formatter takes longer to load than all of a short call.
    static String cutNotice(int shown, long all, String what) {
        return "\n\n[the first " + shown + " of " + all + " " + what + "]";
    }

    /// A note about directories that could not be searched.
    static String unreadable(int count) {
        if (count == 0) {
            return "";
        }
        return "\n[%d %s could not be read]".formatted(count, count == 1 ? "place" : "places");
    }
}
