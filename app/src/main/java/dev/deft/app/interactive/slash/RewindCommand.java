package dev.deft.app.interactive.slash;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.Transcript;
import dev.deft.app.terminal.dialog.Picker;
import dev.deft.engine.SessionChanges;
import dev.deft.undo.Restored;
import dev.deft.undo.TurnChanges;
import dev.deft.undo.UndoState;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `/rewind`: back to before an earlier message, in the conversation, in the files, or in both.
final class RewindCommand {

    private RewindCommand() {}

    /// A message to go back to.
    ///
    /// @param before the last entry before it; 0 for the start
    /// @param files that it and later turns changed
    private record Point(int turn, String text, Instant at, long before, List<String> files) {}

    static void run(String arguments, SlashContext conversation) {
        Optional<Integer> turn;
        try {
            turn =
                    arguments.isEmpty()
                            ? Optional.empty()
                            : Optional.of(Integer.parseInt(arguments));
        } catch (NumberFormatException _) {
            conversation.error("A turn is a number, as in /rewind 3.");
            return;
        }
        conversation.work(
                "Reading the session",
                () -> points(conversation.session().changes()),
                points -> choose(points, turn, conversation));
    }

    private static List<Point> points(SessionChanges changes)
            throws IOException, InterruptedException {
        SessionHistory history = changes.history();
        List<TurnChanges> turns = changes.turns();
        List<Point> points = new ArrayList<>();
        long before = 0;
        List<Entry> branch = history.branch();
        for (Transcript.Item item : history.items()) {
            if (item.first().body() instanceof Entry.User user
                    && user.source().equals(Entry.User.FROM_USER)) {
                int turn = history.turnOf(item);
                before = entryBefore(branch, item.first().id());
                points.addFirst(
                        new Point(
                                turn,
                                SessionHistory.text(user.parts()),
                                item.first().at(),
                                before,
                                changedSince(turn, turns)));
            }
        }
        return points;
    }

    private static long entryBefore(List<Entry> branch, long id) {
        return branch.stream().mapToLong(Entry::id).filter(it -> it < id).max().orElse(0);
    }

    private static List<String> changedSince(int turn, List<TurnChanges> turns) {
        return turns.stream()
                .filter(it -> it.turn() >= turn)
                .flatMap(it -> it.files().stream())
                .filter(it -> it.standing() == UndoState.IN_FORCE)
                .map(TurnChanges.File::path)
                .distinct()
                .sorted()
                .toList();
    }

    private static void choose(
            List<Point> points, Optional<Integer> turn, SlashContext conversation) {
        if (points.isEmpty()) {
            conversation.note("There is no message to go back to yet.");
            return;
        }
        if (turn.isPresent()) {
            Optional<Point> point =
                    points.stream().filter(it -> it.turn() == turn.get()).findFirst();
            if (point.isEmpty()) {
                conversation.error(
                        "This session has no message of yours in turn %d.".formatted(turn.get()));
            }
            point.ifPresent(it -> how(it, conversation));
            return;
        }
        Instant now = Instant.now();
        List<Picker.Item<Point>> items =
                points.stream()
                        .map(it ->
                                new Picker.Item<>(
                                        it,
                                        it.text(),
                                        "turn %d, %s".formatted(it.turn(), Ages.of(it.at(), now))))
                        .toList();
        conversation.ask(
                new Picker<>(
                        conversation.theme(),
                        "Go back to before a message",
                        items,
                        Picker.Setup.<Point>selecting(0).previewing(RewindCommand::preview)),
                picked -> picked.ifPresent(it -> how(it, conversation)));
    }

    private static String preview(Point point) {
        String files =
                point.files().isEmpty()
                        ? "No file has changed since."
                        : "Changed since: " + UndoCommands.named(point.files());
        return files + "\n\n" + point.text();
    }

    /// What goes back.
    private enum Part {
        BOTH,
        CONVERSATION,
        FILES
    }

    private static void how(Point point, SlashContext conversation) {
        if (point.files().isEmpty()) {
            rewind(point, Part.CONVERSATION, conversation);
            return;
        }
        String files =
                point.files().size() == 1
                        ? "1 file changes"
                        : "%d files change".formatted(point.files().size());
        conversation.ask(
                new Picker<>(
                        conversation.theme(),
                        "What goes back?",
                        List.of(
                                new Picker.Item<>(Part.BOTH, "Conversation and files", files),
                                new Picker.Item<>(Part.CONVERSATION, "Conversation only", ""),
                                new Picker.Item<>(Part.FILES, "Files only", files))),
                picked -> picked.ifPresent(it -> rewind(point, it, conversation)));
    }

    private static void rewind(Point point, Part part, SlashContext conversation) {
        conversation.work(
                "Going back",
                () -> {
                    SessionChanges changes = conversation.session().changes();
                    return switch (part) {
                        case BOTH -> changes.rewindWithFiles(point.before(), point.turn() - 1);
                        case FILES -> changes.undoAfter(point.turn() - 1);
                        case CONVERSATION -> {
                            changes.rewind(point.before());
                            yield List.<Restored>of();
                        }
                    };
                },
                restored -> done(point, part, restored, conversation));
    }

    private static void done(
            Point point, Part part, List<Restored> restored, SlashContext conversation) {
        if (part != Part.FILES) {
            conversation.reload();
            conversation.edit(point.text());
        }
        List<String> files =
                restored.stream().flatMap(it -> it.files().stream()).distinct().sorted().toList();
        if (!files.isEmpty()) {
            conversation.note("Restored: " + UndoCommands.named(files) + ".");
        }
        restored.forEach(it -> UndoCommands.warn(it, conversation));
    }
}
