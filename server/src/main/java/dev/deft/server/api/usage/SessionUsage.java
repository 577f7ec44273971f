package dev.deft.server.api.usage;

import dev.deft.agent.session.Entry;
import dev.deft.json.Json;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/// What one session used up to an entry, so that only later ones have to be read.
///
/// @param modified when the session changed last, as the list of sessions says
/// @param last the number of the last entry that is counted
/// @param model that its runs ask, with its provider; empty if no run began yet
/// @param agent of its runs; empty if no run began yet
record SessionUsage(String modified, long last, String model, String agent, List<UsageSum> sums) {

    static final SessionUsage NONE = new SessionUsage("", 0, "", "", List.of());

    SessionUsage {
        sums = List.copyOf(sums);
    }

    SessionUsage asOf(String otherModified) {
        return new SessionUsage(otherModified, last, model, agent, sums);
    }

    SessionUsage plus(Entry entry) {
        return switch (entry.body()) {
            case Entry.TokenUsage it -> counted(entry, it);
            case Entry.Event(Json.Obj event) when event.text("type").orElse("").equals("session") ->
                    new SessionUsage(
                            modified,
                            entry.id(),
                            event.text("model").orElse(model),
                            event.text("agent").orElse(agent),
                            sums);
            // What a copy begins with was paid for in the session it was copied from.
            case Entry.Forked _ -> new SessionUsage(modified, entry.id(), model, agent, List.of());
            case Entry.Body _ -> new SessionUsage(modified, entry.id(), model, agent, sums);
        };
    }

    private SessionUsage counted(Entry entry, Entry.TokenUsage tokens) {
        String day = LocalDate.ofInstant(entry.at(), ZoneOffset.UTC).toString();
        String asked = qualified(tokens.model());
        List<UsageSum> all = new ArrayList<>(sums);
        UsageSum sum =
                all.stream()
                        .filter(it -> it.isOf(day, asked, agent))
                        .findFirst()
                        .orElseGet(() -> UsageSum.none(day, asked, agent));
        boolean _ = all.remove(sum);
        all.add(sum.plus(tokens.usage()));
        return new SessionUsage(modified, entry.id(), model, agent, all);
    }

    /// Logs name models as their provider does, without it.
    private String qualified(String name) {
        return model.endsWith("/" + name) ? model : name;
    }
}
