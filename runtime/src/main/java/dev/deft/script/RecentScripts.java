package dev.deft.script;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The scripts that a session ran last: agents run the same ones again and again, and what could
/// run in a script follows from its text and the variables alone.
public final class RecentScripts {

    private static final int MOST = 16;

    /// Longer scripts are seldom run twice.
    private static final int MAX_LENGTH = 1024;

    private final Map<String, Known> known = LinkedHashMap.newLinkedHashMap(MOST);

    private record Known(Map<String, String> variables, Script script) {}

    /// The script as [Script#read] reads it.
    Script of(String text, Map<String, String> variables) {
        if (text.length() > MAX_LENGTH) {
            return Script.read(text, variables);
        }
        Optional<Script> before = find(text, variables);
        if (before.isPresent()) {
            return before.get();
        }
        Script script = Script.read(text, variables);
        if (!script.incomplete()) {
            keep(text, new Known(Map.copyOf(variables), script));
        }
        return script;
    }

    private synchronized Optional<Script> find(String text, Map<String, String> variables) {
        return Optional.ofNullable(known.get(text))
                .filter(it -> it.variables().equals(variables))
                .map(Known::script);
    }

    private synchronized void keep(String text, Known script) {
        known.remove(text);
        if (known.size() == MOST) {
            known.remove(known.keySet().iterator().next());
        }
        known.put(text, script);
    }
}
