package dev.deft.search.grep;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/// Collects [SkippedPaths] from several threads; stores only a few names, and only those that may
/// be shown.
public final class SkippedPathCollector {

    private static final int MOST_HELD = 1000;
    private static final int MOST_NAMED = 3;

    private final Predicate<String> mayBeNamed;
    private final int prefix;
    private final List<String> names = new ArrayList<>();
    private int count;

    /// @param prefix the offset in each path at which its name begins
    SkippedPathCollector(Predicate<String> mayBeNamed, int prefix) {
        this.mayBeNamed = mayBeNamed;
        this.prefix = prefix;
    }

    void addFile(byte[] path) {
        add(new String(path, prefix, path.length - prefix, UTF_8), "");
    }

    /// Adds a directory, whose path may end with a slash.
    public void addFolder(byte[] path) {
        boolean slash = path.length > prefix && path[path.length - 1] == '/';
        int length = path.length - prefix - (slash ? 1 : 0);
        add(length <= 0 ? "." : new String(path, prefix, length, UTF_8), "/");
    }

    private synchronized void add(String name, String end) {
        if (!mayBeNamed.test(name)) {
            return;
        }
        count++;
        if (names.size() < MOST_HELD) {
            names.add(name + end);
        }
    }

    public synchronized SkippedPaths paths() {
        Collections.sort(names);
        return new SkippedPaths(names.subList(0, Math.min(names.size(), MOST_NAMED)), count);
    }
}
