package dev.deft.agent.config;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Changes one entry of a JSON text and keeps every other character as the user wrote it.
///
/// @param text a valid JSON object
record SettingsText(String text) {

    private static final String STEP = "  ";

    /// An entry of an object.
    ///
    /// @param start of its name
    /// @param value where its value starts
    /// @param end behind its value
    private record Entry(String name, int start, int value, int end) {}

    /// Adds an entry to the object under a top-level key, which is made if there is none. It must
    /// not exist yet.
    SettingsText with(String key, String name, Json value) throws JsonSyntaxException {
        int root = text.indexOf('{');
        Optional<Entry> group = find(root, key);
        if (group.isEmpty()) {
            return added(root, key, Json.Obj.EMPTY.with(name, value), "");
        }
        return added(group.get().value(), name, value, indent(group.get().start()));
    }

    /// Removes an entry of the object under a top-level key.
    SettingsText without(String key, String name) throws JsonSyntaxException {
        Optional<Entry> group = find(text.indexOf('{'), key);
        if (group.isEmpty()) {
            return this;
        }
        List<Entry> all = entries(group.get().value());
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).name().equals(name)) {
                return removed(group.get(), all, i);
            }
        }
        return this;
    }

    private SettingsText removed(Entry group, List<Entry> all, int at) {
        if (all.size() == 1) {
            return replaced(group.value(), group.end(), "{}");
        }
        return at + 1 < all.size()
                ? replaced(all.get(at).start(), all.get(at + 1).start(), "")
                : replaced(all.get(at - 1).end(), all.get(at).end(), "");
    }

    private SettingsText added(int object, String name, Json value, String outer)
            throws JsonSyntaxException {
        List<Entry> all = entries(object);
        String quoted = JsonText.write(new Json.Str(name)) + ": ";
        if (all.isEmpty()) {
            String inner = outer + STEP;
            return replaced(
                    object,
                    end(object),
                    "{\n" + inner + quoted + shown(value, inner) + "\n" + outer + "}");
        }
        Entry last = all.getLast();
        boolean lines = text.substring(object, all.getFirst().start()).indexOf('\n') >= 0;
        String inner = indent(all.getFirst().start());
        return replaced(
                last.end(),
                last.end(),
                lines
                        ? ",\n" + inner + quoted + shown(value, inner)
                        : ", " + quoted + JsonText.write(value));
    }

    /// An object on several lines, everything else on one.
    private static String shown(Json value, String indent) {
        if (value instanceof Json.Arr(List<Json> items)) {
            return items.stream()
                    .map(it -> shown(it, indent))
                    .collect(Collectors.joining(", ", "[", "]"));
        }
        if (!(value instanceof Json.Obj(Map<String, Json> fields)) || fields.isEmpty()) {
            return JsonText.write(value);
        }
        String inner = indent + STEP;
        return fields.entrySet().stream()
                .map(it ->
                        inner
                                + JsonText.write(new Json.Str(it.getKey()))
                                + ": "
                                + shown(it.getValue(), inner))
                .collect(Collectors.joining(",\n", "{\n", "\n" + indent + "}"));
    }

    private SettingsText replaced(int from, int to, String by) {
        return new SettingsText(text.substring(0, from) + by + text.substring(to));
    }

    /// The blanks at the start of a line, if nothing else is before a place.
    private String indent(int place) {
        int line = text.lastIndexOf('\n', place - 1) + 1;
        String before = text.substring(line, place);
        return before.isBlank() ? before : "";
    }

    private Optional<Entry> find(int object, String name) throws JsonSyntaxException {
        return entries(object).stream().filter(it -> it.name().equals(name)).findFirst();
    }

    private List<Entry> entries(int object) throws JsonSyntaxException {
        List<Entry> all = new ArrayList<>();
        int at = skipped(object + 1);
        while (text.charAt(at) != '}') {
            int nameEnd = end(at);
            int value = skipped(skipped(nameEnd) + 1);
            int end = end(value);
            String name = ((Json.Str) JsonText.parse(text.substring(at, nameEnd))).value();
            all.add(new Entry(name, at, value, end));
            int next = skipped(end);
            at = text.charAt(next) == ',' ? skipped(next + 1) : next;
        }
        return all;
    }

    private int skipped(int from) {
        int at = from;
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /// Behind the value that starts at a place.
    private int end(int start) {
        char first = text.charAt(start);
        if (first == '"') {
            return endOfString(start);
        }
        return first == '{' || first == '[' ? endOfBrackets(start) : endOfWord(start);
    }

    private int endOfString(int start) {
        int at = start + 1;
        while (text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private int endOfBrackets(int start) {
        int depth = 0;
        int at = start;
        do {
            char it = text.charAt(at);
            if (it == '"') {
                at = endOfString(at);
                continue;
            }
            if (it == '{' || it == '[') {
                depth++;
            } else if (it == '}' || it == ']') {
                depth--;
            }
            at++;
        } while (depth > 0);
        return at;
    }

    private int endOfWord(int start) {
        int at = start;
        while (",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }
}
