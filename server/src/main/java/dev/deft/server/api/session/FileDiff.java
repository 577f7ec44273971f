package dev.deft.server.api.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How many lines a diff adds to a file and removes from it.
record FileDiff(String path, int added, int removed) {

    /// Reads a unified diff.
    static List<FileDiff> of(String diff) {
        List<FileDiff> files = new ArrayList<>();
        Optional<String> path = Optional.empty();
        int added = 0;
        int removed = 0;
        String before = "";
        for (String line : diff.split("\n", -1)) {
            if (line.startsWith("--- ")) {
                before = name(line);
            } else if (line.startsWith("+++ ")) {
                if (path.isPresent()) {
                    files.add(new FileDiff(path.get(), added, removed));
                }
                String after = name(line);
                path = Optional.of(after.equals("/dev/null") ? before : after);
                added = 0;
                removed = 0;
            } else if (line.startsWith("+")) {
                added++;
            } else if (line.startsWith("-")) {
                removed++;
            }
        }
        if (path.isPresent()) {
            files.add(new FileDiff(path.get(), added, removed));
        }
        return files;
    }

    private static String name(String line) {
        String name = line.substring("+++ ".length()).split("\t", 2)[0];
        return name.startsWith("a/") || name.startsWith("b/") ? name.substring(2) : name;
    }
}
