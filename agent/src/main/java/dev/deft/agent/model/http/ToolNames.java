package dev.deft.agent.model.http;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Translates tool names to what a wire accepts: letters, digits, `_` and `-`, up to a length.
///
/// Names that are not valid are replaced by unique ones, and names in answers are translated back.
public final class ToolNames {

    private final int longest;
    private final Map<String, String> toWire = new HashMap<>();
    private final Map<String, String> fromWire = new HashMap<>();

    /// The names that got a number, since another tool has what would be theirs.
    private final Map<String, String> numbered = new HashMap<>();

    /// @param tools the definitions, each with its `name`
    /// @param longest the most characters of a name
    public ToolNames(List<Json.Obj> tools, int longest) {
        this.longest = longest;
        List<String> names = new ArrayList<>(tools.size());
        for (Json.Obj tool : tools) {
            names.add(tool.text("name").orElse(""));
        }
        Set<String> taken = new HashSet<>(names);
        for (String name : names) {
            String spelled = spell(name);
            if (!spelled.equals(name)) {
                for (int next = 2; !taken.add(spelled); next++) {
                    spelled = end(spell(name), "_" + next);
                    numbered.put(name, spelled);
                }
            }
            toWire.put(name, spelled);
            fromWire.put(spelled, name);
        }
    }

    /// The name for the wire. The tool of an earlier call may no longer be defined.
    public String toWire(String name) {
        return toWire.getOrDefault(name, spell(name));
    }

    /// Whether every name, also one that is not defined, is the same for the wire.
    boolean spellsLike(ToolNames other) {
        return longest == other.longest && numbered.equals(other.numbered);
    }

    /// The tool name for a name from the wire.
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
