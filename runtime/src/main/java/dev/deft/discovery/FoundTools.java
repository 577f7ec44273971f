package dev.deft.discovery;

import dev.deft.host.Host;
import dev.deft.json.Json;
import dev.deft.run.SessionMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The tools found by searches of a session, which are offered from then on.
///
/// @param ids in the order of discovery
public record FoundTools(List<String> ids) {

    private static final String KEY = "found_tools";

    public FoundTools {
        ids = List.copyOf(ids);
    }

    /// The ids of the tools found so far.
    public static List<String> in(SessionMemory session) {
        Json found = session.load(KEY).flatMap(it -> it.find("ids")).orElse(Json.Null.VALUE);
        return found instanceof Json.Arr(List<Json> items)
                ? items.stream()
                        .filter(Json.Str.class::isInstance)
                        .map(it -> ((Json.Str) it).value())
                        .toList()
                : List.of();
    }

    /// Adds tools to the session of a call.
    static void add(List<String> more, Host host) throws IOException {
        List<String> known =
                host.session().load(KEY, FoundTools.class).map(FoundTools::ids).orElse(List.of());
        List<String> all = new ArrayList<>(known);
        more.stream().filter(it -> !known.contains(it)).forEach(all::add);
        if (all.size() > known.size()) {
            host.session().save(KEY, new FoundTools(all));
        }
    }
}
