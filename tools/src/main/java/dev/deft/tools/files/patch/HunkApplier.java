package dev.deft.tools.files.patch;

import dev.deft.host.HostException;
import dev.deft.tools.files.edit.Reindent;
import dev.deft.tools.files.text.Document;
import dev.deft.tools.files.text.Document.Replacement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Applies the hunks of one file. Context lines are kept byte for byte.
public final class HunkApplier {

    private final Document document;
    private final List<String> lines;
    private final List<Splice> splices = new ArrayList<>();

    private HunkApplier(Document document) {
        this.document = document;
        this.lines = document.lines();
    }

    /// The text of a file after a patch.
    ///
    /// @param path for messages
    /// @throws HostException if a hunk matches nowhere or at several places
    public static String apply(String path, String text, List<Hunk> hunks) throws HostException {
        Hunk.FinalLineEnd end = hunks.isEmpty() ? Hunk.FinalLineEnd.STAYS : hunks.getLast().end();
        return switch (end) {
            case STAYS -> applied(path, text, hunks);
            case PRESENT -> applied(path, closed(text), hunks);
            case ABSENT -> opened(applied(path, closed(text), hunks));
        };
    }

    private static String applied(String path, String text, List<Hunk> hunks) throws HostException {
        var applier = new HunkApplier(Document.of(text));
        for (Placement.Placed it : new Placement(path, applier.lines).place(hunks)) {
            applier.splice(it);
        }
        return applier.document.with(applier.joined().stream().map(applier::replacement).toList());
    }

    /// The text with a final line end.
    private static String closed(String text) {
        return text.isEmpty() || text.endsWith("\n")
                ? text
                : text + Document.of(text).lastLineEnd();
    }

    /// The text without a final line end.
    private static String opened(String text) {
        if (!text.endsWith("\n")) {
            return text;
        }
        return text.substring(0, text.length() - (text.endsWith("\r\n") ? 2 : 1));
    }

    /// Replaces the lines from `first` up to `end`.
    private record Splice(int first, int end, List<String> added) {}

    private void splice(Placement.Placed placed) {
        List<String> old = placed.hunk().old();
        var reindent = new Reindent(old, lines.subList(placed.first(), placed.end()));
        int at = 0;
        int start = 0;
        var added = new ArrayList<String>();
        for (Hunk.Line line : placed.hunk().lines()) {
            switch (line.sign()) {
                case CONTEXT -> {
                    add(placed.first() + start, placed.first() + at, added);
                    added.clear();
                    at++;
                    start = at;
                }
                case REMOVED -> at++;
                case ADDED ->
                        added.add(
                                placed.exact()
                                        ? line.text()
                                        : reindent.shifted(line.text(), Math.max(0, at - 1)));
            }
        }
        add(placed.first() + start, placed.first() + at, added);
    }

    private void add(int first, int end, List<String> added) {
        if (first < end || !added.isEmpty()) {
            splices.add(new Splice(first, end, List.copyOf(added)));
        }
    }

    /// Adjacent splices are merged: there is no line end between them to keep.
    private List<Splice> joined() {
        var joined = new ArrayList<Splice>();
        for (Splice next :
                splices.stream().sorted(Comparator.comparingInt(Splice::first)).toList()) {
            if (!joined.isEmpty() && joined.getLast().end() == next.first()) {
                Splice last = joined.removeLast();
                var added = new ArrayList<>(last.added());
                added.addAll(next.added());
                joined.add(new Splice(last.first(), next.end(), added));
            } else {
                joined.add(next);
            }
        }
        return joined;
    }

    private Replacement replacement(Splice splice) {
        String text = String.join("\n", splice.added());
        boolean inserts = splice.first() == splice.end();
        boolean reachesOpenEnd = splice.end() == lines.size() && !document.endsWithLineEnd();
        if (splice.added().isEmpty()) {
            return removal(splice, reachesOpenEnd);
        }
        if (!inserts) {
            return new Replacement(
                    document.lineStart(splice.first()), document.lineEnd(splice.end() - 1), text);
        }
        int at = document.lineStart(splice.first());
        boolean afterOpenEnd = reachesOpenEnd && !lines.isEmpty();
        return new Replacement(at, at, afterOpenEnd ? "\n" + text : text + "\n");
    }

    /// A file without a final line end still has none after its last line is removed.
    private Replacement removal(Splice splice, boolean reachesOpenEnd) {
        if (reachesOpenEnd && splice.first() > 0) {
            return new Replacement(
                    document.lineEnd(splice.first() - 1), document.plain().length(), "");
        }
        return new Replacement(
                document.lineStart(splice.first()), document.lineStart(splice.end()), "");
    }
}
