package dev.deft.acp;

import dev.deft.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the old and the new text out of unified diffs, for calls whose files have changed since.
final class HunkTexts {

    private HunkTexts() {}

    /// The diffs in the data of a result: of one file, or of several.
    static List<Json> of(Path root, Json.Obj data) {
        List<Json> all = new ArrayList<>();
        add(root, data, all);
        if (data.find("files").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> files)) {
            for (Json it : files) {
                if (it instanceof Json.Obj file) {
                    add(root, file, all);
                }
            }
        }
        return all;
    }

    private static void add(Path root, Json.Obj file, List<Json> all) {
        Optional<Path> path = file.text("path").flatMap(it -> CallLocations.absolute(root, it));
        Optional<String> diff = file.text("diff").filter(it -> !it.isBlank());
        if (path.isEmpty() || diff.isEmpty()) {
            return;
        }
        var hunk = new Hunk();
        for (String line : diff.get().lines().toList()) {
            if (line.startsWith("@@")) {
                hunk.end(path.get(), all);
                hunk = new Hunk();
                hunk.begun = true;
            } else if (hunk.begun) {
                hunk.add(line);
            }
        }
        hunk.end(path.get(), all);
    }

    private static final class Hunk {

        private final StringBuilder before = new StringBuilder();
        private final StringBuilder after = new StringBuilder();
        private boolean begun;

        void add(String line) {
            if (line.startsWith("\\")) {
                return;
            }
            String text = (line.isEmpty() ? "" : line.substring(1)) + "\n";
            if (!line.startsWith("+")) {
                before.append(text);
            }
            if (!line.startsWith("-")) {
                after.append(text);
            }
        }

        void end(Path file, List<Json> all) {
            if (begun) {
                Optional<String> old =
                        before.isEmpty() ? Optional.empty() : Optional.of(before.toString());
                all.add(ContentBlocks.diff(file, old, after.toString()));
            }
        }
    }
}
