package dev.deft.app.terminal.dialog;

import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The change of a file in the arguments of a call. Arguments are told apart by their form, since a
/// tool of any name may change files.
sealed interface ProposedChange {

    /// The arguments that the change shows completely, so they need not be shown again.
    Set<String> fields();

    /// A change as a unified diff.
    record Unified(Set<String> fields, String diff) implements ProposedChange {}

    /// A patch in the form `*** Begin Patch`.
    record Patch(Set<String> fields, String patch) implements ProposedChange {}

    /// The arguments that say what becomes of a file, which a preview shows too.
    Set<String> FIELDS = Set.of("old_text", "new_text", "edits", "content", "patch", "diff");

    Pattern DIFF = Pattern.compile("(?m)^(diff --git .*|--- .+\\n\\+\\+\\+ .+)$");

    static Optional<ProposedChange> in(Json.Obj arguments) {
        return patch(arguments, "patch")
                .or(() -> patch(arguments, "diff"))
                .or(() -> replacement(arguments));
    }

    private static Optional<ProposedChange> patch(Json.Obj arguments, String field) {
        return arguments
                .text(field)
                .flatMap(it -> {
                    if (it.stripLeading().startsWith("*** Begin Patch")) {
                        return Optional.of(new Patch(Set.of(field), it));
                    }
                    boolean unified = diffIn(it).orElse(-1) == 0;
                    return unified ? Optional.of(new Unified(Set.of(field), it)) : Optional.empty();
                });
    }

    /// Where a unified diff begins in a text.
    static OptionalInt diffIn(String text) {
        Matcher diff = DIFF.matcher(text);
        return diff.find() ? OptionalInt.of(diff.start()) : OptionalInt.empty();
    }

    private static Optional<ProposedChange> replacement(Json.Obj arguments) {
        Optional<String> path = arguments.text("path");
        Optional<String> before = arguments.text("old_text");
        Optional<String> after = arguments.text("new_text");
        if (path.isEmpty() || before.isEmpty() || after.isEmpty() || path.get().contains("\n")) {
            return Optional.empty();
        }
        return Optional.of(
                new Unified(
                        Set.of("old_text", "new_text"),
                        replaced(path.get(), lines(before.get()), lines(after.get()))));
    }

    private static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
    }

    /// One hunk with the lines that both texts begin and end with as context. The lines are
    /// numbered from 1, as nobody has looked yet where in the file they are.
    private static String replaced(String path, List<String> before, List<String> after) {
        int most = Math.min(before.size(), after.size());
        int head = 0;
        while (head < most && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < most - head && last(before, tail).equals(last(after, tail))) {
            tail++;
        }
        var diff = new StringBuilder("--- %s\n+++ %s\n".formatted(path, path));
        diff.append("@@ -%s +%s @@\n".formatted(range(before), range(after)));
        append(diff, ' ', before.subList(0, head));
        append(diff, '-', before.subList(head, before.size() - tail));
        append(diff, '+', after.subList(head, after.size() - tail));
        append(diff, ' ', before.subList(before.size() - tail, before.size()));
        return diff.toString();
    }

    private static String last(List<String> lines, int fromEnd) {
        return lines.get(lines.size() - 1 - fromEnd);
    }

    private static String range(List<String> lines) {
        return (lines.isEmpty() ? 0 : 1) + "," + lines.size();
    }

    private static void append(StringBuilder diff, char sign, List<String> lines) {
        lines.forEach(it -> diff.append(sign).append(it).append('\n'));
    }
}
