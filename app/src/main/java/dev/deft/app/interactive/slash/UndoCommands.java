package dev.deft.app.interactive.slash;

import dev.deft.app.terminal.diff.DiffLines;
import dev.deft.engine.SessionChanges;
import dev.deft.output.TerminalText;
import dev.deft.undo.Restored;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `/undo`, `/redo` and `/diff`: the file changes of the session.
final class UndoCommands {

    /// Lines of a diff on a page.
    private static final int LONGEST_DIFF = 50_000;

    private UndoCommands() {}

    static void undo(String file, SlashContext conversation) {
        restore("Undoing", "Undone", file, conversation, SessionChanges::undo);
    }

    static void redo(String file, SlashContext conversation) {
        restore("Redoing", "Done again", file, conversation, SessionChanges::redo);
    }

    /// Takes back a change, or makes it again.
    @FunctionalInterface
    private interface Restoring {

        Restored restore(SessionChanges changes, Optional<String> file)
                throws IOException, InterruptedException;
    }

    /// What was restored, and how many lines that were.
    private record Outcome(Restored restored, DiffSize size) {}

    private static void restore(
            String label,
            String done,
            String file,
            SlashContext conversation,
            Restoring restoring) {
        Optional<String> only = file.isEmpty() ? Optional.empty() : Optional.of(file);
        conversation.work(
                label,
                () -> {
                    SessionChanges changes = conversation.session().changes();
                    Restored restored = restoring.restore(changes, only);
                    return new Outcome(
                            restored, DiffSize.of(changes.diff(Optional.of(restored.turn()))));
                },
                it -> {
                    conversation.note(sentence(done, it, only.isPresent()));
                    warn(it.restored(), conversation);
                });
    }

    private static String sentence(String done, Outcome outcome, boolean oneFile) {
        Restored restored = outcome.restored();
        String lines = oneFile || outcome.size().isEmpty() ? "" : " " + outcome.size();
        return "%s: turn %d, %s%s."
                .formatted(done, restored.turn(), named(restored.files()), lines);
    }

    /// Files in a few words.
    static String named(List<String> files) {
        String some = String.join(", ", files.stream().limit(5).map(TerminalText::read).toList());
        return files.size() > 5 ? some + " and %d more".formatted(files.size() - 5) : some;
    }

    static void warn(Restored restored, SlashContext conversation) {
        if (!restored.tooLarge().isEmpty()) {
            conversation.warn("No backup, so not restored: " + named(restored.tooLarge()) + ".");
        }
    }

    static void diff(String turn, SlashContext conversation) {
        Optional<Integer> number;
        try {
            number = turn.isEmpty() ? Optional.empty() : Optional.of(Integer.parseInt(turn));
        } catch (NumberFormatException _) {
            conversation.error("A turn is a number, as in /diff 3.");
            return;
        }
        conversation.work(
                "Comparing",
                () -> conversation.session().changes().diff(number),
                diff -> show(diff, number, conversation));
    }

    private static void show(String diff, Optional<Integer> turn, SlashContext conversation) {
        if (diff.isBlank()) {
            conversation.note(
                    turn.isPresent()
                            ? "Turn %d changed no file.".formatted(turn.get())
                            : "This session changed no file.");
            return;
        }
        String title = turn.map("Changes of turn %d"::formatted).orElse("Changes of this session");
        conversation.page(
                "%s %s".formatted(title, DiffSize.of(diff)),
                columns -> DiffLines.of(diff, columns, LONGEST_DIFF, conversation.theme()));
    }

    /// How much a diff changes, as in `(2 files, +10 −3)`.
    private record DiffSize(long files, long added, long removed) {

        static DiffSize of(String diff) {
            List<String> lines = diff.lines().toList();
            long files = count(lines, "+++ ");
            return new DiffSize(
                    files, count(lines, "+") - files, count(lines, "-") - count(lines, "--- "));
        }

        private static long count(List<String> lines, String start) {
            return lines.stream().filter(it -> it.startsWith(start)).count();
        }

        boolean isEmpty() {
            return added == 0 && removed == 0;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "(%d %s, +%d −%d)",
                    files,
                    files == 1 ? "file" : "files",
                    added,
                    removed);
        }
    }
}
