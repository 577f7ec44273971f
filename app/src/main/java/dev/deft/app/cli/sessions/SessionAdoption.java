package dev.deft.app.cli.sessions;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.file.LogCheck;
import dev.deft.app.cli.command.Console;
import dev.deft.codec.JsonText;
import dev.deft.engine.SessionFiles;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// `deft sessions adopt`: shows the stored values of a foreign or changed log, and accepts them if
/// the user confirms.
final class SessionAdoption {

    private static final int MAX_WIDTH = 200;

    private SessionAdoption() {}

    static int run(SessionFiles files, SessionId id, boolean yes, Console console)
            throws IOException {
        LogCheck check = files.check(id);
        if (check.warning(id).isEmpty()) {
            console.say("%s is yours and intact.".formatted(id.value()));
            return 0;
        }
        if (!yes) {
            show(files.history(id), id, check, console);
            return 1;
        }
        files.adopt(id);
        console.say(
                "Adopted session %s: its stored values take effect from now on."
                        .formatted(id.value()));
        return 0;
    }

    private static void show(
            SessionHistory history, SessionId id, LogCheck check, Console console) {
        console.say(line("%s: %s".formatted(id.value(), history.title()), console));
        console.say("  entries: %d".formatted(check.entries()));
        List<Entry> entries = history.entries();
        if (!entries.isEmpty()) {
            console.say(
                    "  from %s to %s".formatted(entries.getFirst().at(), entries.getLast().at()));
        }
        for (LogCheck.Problem problem : check.problems().stream().limit(10).toList()) {
            console.say(line("  line %d: %s".formatted(problem.line(), problem.what()), console));
        }
        values(history)
                .forEach((name, value) ->
                        console.say(
                                line(
                                        "  stores %s: %s".formatted(name, JsonText.write(value)),
                                        console)));
        console.say(
                "Nothing is adopted yet. To accept its stored values: deft sessions adopt %s --yes"
                        .formatted(id.value()));
    }

    private static String line(String text, Console console) {
        String shown = console.shown(text).replace('\n', ' ');
        return shown.length() > MAX_WIDTH ? shown.substring(0, MAX_WIDTH) + "…" : shown;
    }

    private static Map<String, Json.Obj> values(SessionHistory history) {
        Map<String, Json.Obj> values = new TreeMap<>();
        for (Entry entry : history.branch()) {
            if (entry.body() instanceof Entry.StoredValue(String name, Json.Obj value)) {
                values.put(name, value);
            }
        }
        return values;
    }
}
