package dev.deft.agent.model.http;

import dev.deft.json.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The names of the tools as a wire takes them: letters, digits, `_` and `-`, and not too many.
///
/// Nearly every name is left alone. The others are spelled anew, so that no two become one, and a
/// call finds its way back to the name the tool has here.
public final class ToolNames {

    private final int longest;
    private final Map<String, String> toWire = new HashMap<>();
    private final Map<String, String> fromWire = new HashMap<>();

    /// @param tools the definitions, each with its `name`
    /// @param longest how many characters a name may have
    public ToolNames(List<Json.Obj> tools, int longest) {
        this.longest = longest;
        List<String> names = tools.stream().map(it -> it.text("name").orElse("")).toList();
        Set<String> taken = new HashSet<>(names);
        for (String name : names) {
            String spelled = spell(name);
            if (!spelled.equals(name)) {
                for (int next = 2; !taken.add(spelled); next++) {
                    spelled = end(spell(name), "_" + next);
                }
            }
            toWire.put(name, spelled);
            fromWire.put(spelled, name);
        }
    }

    /// How the wire gets the name. A tool of an old call may no longer be among the definitions.
    public String toWire(String name) {
        return toWire.getOrDefault(name, spell(name));
    }

    /// Which tool is meant by the name the wire gave.
    public String fromWire(String name) {
        return fromWire.getOrDefault(name, name);
    }

    private String spell(String name) {
        var spelled = new StringBuilder(name.isEmpty() ? "_" : name);
        spelled.setLength(Math.min(spelled.length(), longest));
        for (int i = 0; i < spelled.length(); i++) {
            if (!allowed(spelled.charAt(i))) {
                spelled.setCharAt(i, '_');
            }
        }
        return spelled.toString();
    }

    private String end(String spelled, String ending) {
        return spelled.substring(0, Math.min(spelled.length(), longest - ending.length())) + ending;
    }

    private static boolean allowed(char it) {
        return (it >= 'a' && it <= 'z')
                || (it >= 'A' && it <= 'Z')
                || (it >= '0' && it <= '9')
                || it == '_'
                || it == '-';
    }
}
