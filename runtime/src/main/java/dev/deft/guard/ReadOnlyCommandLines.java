package dev.deft.guard;

import dev.deft.script.Script;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
            try (InputStream in =
                    ReadOnlyCommandLines.class.getResourceAsStream("look-lines.txt")) {
                if (in == null) {
                    throw new IllegalStateException("look-lines.txt is missing");
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(it -> !it.isBlank() && !it.startsWith("#"))
                        .collect(Collectors.toUnmodifiableSet());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
