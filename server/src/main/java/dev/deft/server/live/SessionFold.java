package dev.deft.server.live;

import dev.deft.agent.loop.RunEventJson;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Branch;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionParent;
import dev.deft.agent.session.SessionStore;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Folds the entries of a log into facts, one after the other. Thread-safe.
final class SessionFold {

    private static final int LONGEST_TITLE = 200;

    private long last;
    private Optional<Instant> created = Optional.empty();
    private Instant modified = Instant.EPOCH;
    private Optional<String> title = Optional.empty();
    private Optional<String> firstMessage = Optional.empty();
    private Optional<String> agent = Optional.empty();
    private Optional<String> model = Optional.empty();
    private Optional<String> parent = Optional.empty();
    private Usage usage = Usage.NONE;
    private double costs;
    private boolean priced = true;
    private int turns;
    private boolean runs;

    private SessionFold() {}

    static SessionFold read(SessionStore store, SessionId id) throws IOException {
        List<Entry> entries = new ArrayList<>();
        store.read(id, 0, it -> entries.add(Entry.of(it)));
        var fold = new SessionFold();
        entries.forEach(fold::spent);
        Branch.of(entries).forEach(it -> fold.active(it.body()));
        return fold;
    }

    /// Adds the next entry.
    ///
    /// @return false if it does not continue from the last one: the log has to be read again
    synchronized boolean add(Entry entry) {
        if (entry.id() != last + 1 || entry.parent() != last) {
            return false;
        }
        spent(entry);
        active(entry.body());
        return true;
    }

    private void spent(Entry entry) {
        last = entry.id();
        created = created.or(() -> Optional.of(entry.at()));
        modified = entry.at();
        switch (entry.body()) {
            case Entry.TokenUsage(Usage spent, String _) -> usage = usage.plus(spent);
            case Entry.Forked _ -> parent = Optional.empty();
            case Entry.Event(Json.Obj event) when isEnd(event) -> {
                RunOutcome ended = RunEventJson.outcome(event);
                priced &= ended.cost().isPresent();
                costs += ended.cost().orElse(0);
            }
            case Entry.StoredValue it ->
                    parent = SessionParent.of(it).map(SessionParent::session).or(() -> parent);
            default -> {}
        }
    }

    private static boolean isEnd(Json.Obj event) {
        return event.text("type").orElse("").equals("result");
    }

    private void active(Entry.Body body) {
        switch (body) {
            case Entry.Titled it -> title = Optional.of(it.title());
            case Entry.User it -> {
                turns++;
                firstMessage = firstMessage.or(() -> Optional.of(SessionHistory.text(it.parts())));
            }
            case Entry.StoredValue it when it.name().equals(SessionFacts.CHOICE) -> {
                agent = it.value().text("agent").or(() -> agent);
                model = it.value().text("model").or(() -> model);
            }
            case Entry.Event(Json.Obj event) -> event(event);
            default -> {}
        }
    }

    private void event(Json.Obj event) {
        if (event.text("type").orElse("").equals("session")) {
            agent = event.text("agent").or(() -> agent);
            model = event.text("model").or(() -> model);
            runs = true;
        } else if (isEnd(event)) {
            runs = false;
        }
    }

    synchronized SessionFacts facts() {
        return new SessionFacts(
                last,
                shortened(),
                agent,
                model,
                created,
                modified,
                turns,
                usage,
                priced ? Optional.of(costs) : Optional.empty(),
                parent,
                runs);
    }

    private String shortened() {
        String text = SecretMask.KEYS_ONLY.text(title.or(() -> firstMessage).orElse("").strip());
        String line = text.lines().findFirst().orElse("");
        return line.length() > LONGEST_TITLE ? line.substring(0, LONGEST_TITLE) : line;
    }
}
