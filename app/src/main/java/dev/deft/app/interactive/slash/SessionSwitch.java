package dev.deft.app.interactive.slash;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionSummary;
import dev.deft.app.terminal.dialog.Picker;
import dev.deft.engine.SessionFiles;
import dev.deft.run.NearestNames;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/// `/sessions`, `/resume` and `/fork`: other sessions of the workspace.
final class SessionSwitch {

    private static final String LAST = "last";
    private static final int PREVIEW_LINES = 50;

    private SessionSwitch() {}

    /// Picks one of the sessions with all of some words.
    static void pick(String words, SlashContext conversation) {
        conversation.work(
                "Reading the sessions",
                () ->
                        conversation.workspace().sessions().find(words).stream()
                                .filter(it -> it.parent().isEmpty())
                                .toList(),
                found -> pick(found, words, conversation));
    }

    private static void pick(List<SessionSummary> found, String words, SlashContext conversation) {
        if (found.isEmpty()) {
            conversation.note(
                    words.isEmpty()
                            ? "There are no sessions here yet."
                            : "No session has all of these words.");
            return;
        }
        Instant now = Instant.now();
        String current = conversation.session().id();
        List<Picker.Item<SessionSummary>> items =
                found.stream()
                        .map(it -> new Picker.Item<>(it, title(it), detail(it, current, now)))
                        .toList();
        conversation.ask(
                new Picker<>(
                        conversation.theme(),
                        "Continue a session",
                        items,
                        Picker.Setup.<SessionSummary>selecting(0)
                                .previewing(SessionSwitch::preview)),
                picked ->
                        picked.map(SessionSummary::id)
                                .filter(it -> !it.equals(current))
                                .ifPresent(conversation::open));
    }

    /// The id and what was said, without what the list shows already.
    private static String preview(SessionSummary session) {
        String said =
                session.text()
                        .lines()
                        .filter(it -> !it.equals(session.id()) && !it.equals(session.title()))
                        .limit(PREVIEW_LINES)
                        .collect(Collectors.joining("\n"));
        return session.id() + "\n" + said;
    }

    private static String title(SessionSummary session) {
        return session.title().isBlank() ? session.id() : session.title();
    }

    private static String detail(SessionSummary session, String current, Instant now) {
        return "%s · %d %s%s%s"
                .formatted(
                        Ages.of(session.modified(), now),
                        session.turns(),
                        session.turns() == 1 ? "turn" : "turns",
                        session.model().isEmpty() ? "" : " · " + session.model(),
                        session.id().equals(current) ? " · open" : "");
    }

    /// Continues a session by its id, by the beginning of its id, or the latest one.
    static void resume(String id, SlashContext conversation) {
        if (id.isEmpty()) {
            pick("", conversation);
            return;
        }
        String current = conversation.session().id();
        conversation.work(
                "Looking for the session",
                () -> found(id, current, conversation.workspace().sessions()),
                found -> {
                    if (found.equals(current)) {
                        conversation.note("This session is open already.");
                    } else {
                        conversation.open(found);
                    }
                });
    }

    private static String found(String id, String current, SessionFiles files) throws IOException {
        if (id.equals(LAST)) {
            return files.find("").stream()
                    .filter(it -> it.parent().isEmpty() && !it.id().equals(current))
                    .map(SessionSummary::id)
                    .findFirst()
                    .orElseThrow(() -> new IOException("There is no other session here yet."));
        }
        List<String> ids = files.ids();
        List<String> begun = ids.stream().filter(it -> it.startsWith(id)).toList();
        if (ids.contains(id) || begun.size() == 1) {
            return ids.contains(id) ? id : begun.getFirst();
        }
        throw new IOException(
                begun.isEmpty()
                        ? "There is no session %s%s; /sessions lists them."
                                .formatted(NearestNames.quoted(id), NearestNames.hint(id, ids))
                        : "%d sessions begin with %s; type more of it."
                                .formatted(begun.size(), NearestNames.quoted(id)));
    }

    /// Copies the session, and continues with the copy.
    static void fork(SlashContext conversation) {
        conversation.work(
                "Copying the session",
                () -> copied(conversation),
                copy -> {
                    if (copy.isEmpty()) {
                        conversation.note("There is nothing to copy yet.");
                    }
                    copy.ifPresent(conversation::open);
                });
    }

    private static Optional<String> copied(SlashContext conversation) throws IOException {
        SessionHistory history = conversation.session().changes().history();
        List<Entry> branch = history.branch();
        if (history.items().isEmpty()) {
            return Optional.empty();
        }
        SessionId copy = SessionId.generate(Instant.now(), new Random());
        conversation
                .workspace()
                .sessions()
                .fork(new SessionId(conversation.session().id()), branch.getLast().id(), copy);
        return Optional.of(copy.value());
    }
}
