package dev.deft.guard;

import dev.deft.resource.Resources;
import dev.deft.script.Script;
import java.util.Set;
import java.util.stream.Collectors;

/// Read-only command lines, compared literally: what look mode allows where it cannot be enforced.
final class ReadOnlyCommandLines {

    private ReadOnlyCommandLines() {}

    /// Whether the script is exactly one of these lines, without assignments before it.
    static boolean contain(Script script) {
        return script.understood()
                && script.commands().size() == 1
                && script.commands().getFirst().assignments().isEmpty()
                && Known.LINES.contains(script.text().strip());
    }

    /// Loaded only where there is no sandbox.
    private static final class Known {

        private static final Set<String> LINES = load();

        private static Set<String> load() {
            return Resources.text(ReadOnlyCommandLines.class, "look-lines.txt")
                    .lines()
                    .filter(it -> !it.isBlank() && !it.startsWith("#"))
                    .collect(Collectors.toUnmodifiableSet());
        }
    }
}
