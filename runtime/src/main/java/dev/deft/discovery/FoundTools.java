package dev.deft.discovery;

import dev.deft.host.Host;
import dev.deft.json.Json;
import dev.deft.run.SessionMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The tools somebody searched for in a session, so that it need not be done again.
///
/// @param ids in the order they were found
public record FoundTools(List<String> ids) {

    private static final String KEPT_AS = "found_tools";

    public FoundTools {
        ids = List.copyOf(ids);
    }

    /// What a session has found so far.
    public static List<String> in(SessionMemory session) {
        Json found = session.load(KEPT_AS).flatMap(it -> it.find("ids")).orElse(Json.Null.VALUE);
        return found instanceof Json.Arr(List<Json> items)
                ? items.stream()
                        .filter(Json.Str.class::isInstance)
                        .map(it -> ((Json.Str) it).value())
                        .toList()
                : List.of();
    }

    /// Adds to what the session of a call has found.
    static void add(List<String> more, Host host) throws IOException {
        List<String> known =
                host.session()
                        .load(KEPT_AS, FoundTools.class)
                        .map(FoundTools::ids)
                        .orElse(List.of());
        List<String> all = new ArrayList<>(known);
        more.stream().filter(it -> !known.contains(it)).forEach(all::add);
        if (all.size() > known.size()) {
            host.session().save(KEPT_AS, new FoundTools(all));
        }
    }
}
