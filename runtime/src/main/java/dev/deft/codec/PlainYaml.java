package dev.deft.codec;

import dev.deft.codec.LocatedJson.Field;
import dev.deft.codec.LocatedJson.Position;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Parses YAML as front matter usually is: mappings, lists and plain words, one a line.
///
/// It knows one answer besides a value: that there is more to this text, or something is wrong with
/// it. Then [YamlText] parses it with the library, whose loading takes longer than all of this.
final class PlainYaml {

    /// Words that a reader of YAML may take for something else than text.
    private static final Set<String> RESERVED =
            Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf");

    /// What ends a word, or may end it, between brackets.
    private static final String SPECIAL_IN_BRACKETS = ",[]{}:#";

    private static final int MAX_DIGITS = 9;
    private static final int MAX_NAME = 100;

    private final List<String> lines;
    private int at;

    private PlainYaml(String text) {
        this.lines = text.lines().toList();
    }

    /// The mapping; empty if the text is not plain.
    static Optional<LocatedJson> parse(String text) {
        try {
            var yaml = new PlainYaml(text);
            yaml.skipEmpty();
            LocatedJson mapping = yaml.mapping(0);
            return yaml.at == yaml.lines.size() ? Optional.of(mapping) : Optional.empty();
        } catch (NotPlain _) {
            return Optional.empty();
        }
    }

    /// Ends the parsing; without a stack trace it costs nothing.
    private static final class NotPlain extends RuntimeException {

        private static final long serialVersionUID = 1;

        NotPlain() {
            super("not plain YAML", null, false, false);
        }
    }

    /// Goes to the next line with content, or to the end.
    private void skipEmpty() {
        while (at < lines.size() && isEmpty(lines.get(at))) {
            at++;
        }
    }

    private static boolean isEmpty(String line) {
        int begin = indent(line);
        if (begin == line.length()) {
            return true;
        }
        if (line.charAt(begin) != '#') {
            return false;
        }
        for (int i = begin; i < line.length(); i++) {
            requirePrintable(line.charAt(i));
        }
        return true;
    }

    private static void requirePrintable(char it) {
        if (it < ' ' || it > '~') {
            throw new NotPlain();
        }
    }

    private static int indent(String line) {
        int begin = 0;
        while (begin < line.length() && line.charAt(begin) == ' ') {
            begin++;
        }
        return begin;
    }

    /// Whether the current line has content that begins in this column.
    private boolean isIndented(int indent) {
        return at < lines.size() && indent(lines.get(at)) == indent;
    }

    private LocatedJson mapping(int indent) {
        if (!isIndented(indent)) {
            throw new NotPlain();
        }
        var position = new Position(at + 1, indent + 1);
        Map<String, Field> fields = new LinkedHashMap<>();
        Map<String, Json> values = new LinkedHashMap<>();
        while (isIndented(indent)) {
            String line = lines.get(at);
            int colon = line.indexOf(':');
            if (colon < 0) {
                throw new NotPlain();
            }
            String name = line.substring(indent, colon);
            if (!isName(name)) {
                throw new NotPlain();
            }
            var named = new Position(at + 1, indent + 1);
            LocatedJson value = colon + 1 == line.length() ? below(indent) : behind(line, colon);
            if (fields.put(name, new Field(named, value)) != null) {
                throw new NotPlain();
            }
            values.put(name, value.value());
        }
        return new LocatedJson(new Json.Obj(values), position, fields, List.of());
    }

    /// The list or mapping below a name.
    private LocatedJson below(int outer) {
        at++;
        skipEmpty();
        if (at == lines.size()) {
            throw new NotPlain();
        }
        String line = lines.get(at);
        int indent = indent(line);
        if (indent <= outer) {
            throw new NotPlain();
        }
        return line.startsWith("- ", indent) ? list(indent) : mapping(indent);
    }

    private LocatedJson list(int indent) {
        var position = new Position(at + 1, indent + 1);
        List<LocatedJson> items = new ArrayList<>();
        while (isIndented(indent)) {
            String line = lines.get(at);
            if (!line.startsWith("- ", indent)) {
                throw new NotPlain();
            }
            items.add(scalar(line.substring(indent + 2), indent + 2));
            at++;
            skipEmpty();
        }
        return list(items, position);
    }

    private static LocatedJson list(List<LocatedJson> items, Position position) {
        List<Json> values = new ArrayList<>();
        items.forEach(it -> values.add(it.value()));
        return new LocatedJson(new Json.Arr(values), position, Map.of(), items);
    }

    /// The value behind a name, on the same line.
    private LocatedJson behind(String line, int colon) {
        int begin = colon + 2;
        if (line.charAt(colon + 1) != ' ' || begin == line.length()) {
            throw new NotPlain();
        }
        LocatedJson value =
                line.charAt(begin) == '[' && line.endsWith("]")
                        ? words(line, begin)
                        : scalar(line.substring(begin), begin);
        at++;
        skipEmpty();
        return value;
    }

    /// A list in brackets.
    private LocatedJson words(String line, int begin) {
        var position = new Position(at + 1, begin + 1);
        List<LocatedJson> items = new ArrayList<>();
        int from = begin + 1;
        int end = line.length() - 1;
        while (from < end) {
            int comma = line.indexOf(", ", from);
            int to = comma < 0 ? end : comma;
            String word = line.substring(from, to);
            for (int i = 0; i < word.length(); i++) {
                if (SPECIAL_IN_BRACKETS.indexOf(word.charAt(i)) >= 0) {
                    throw new NotPlain();
                }
            }
            items.add(scalar(word, from));
            from = comma < 0 ? end : comma + 2;
            if (comma >= 0 && from == end) {
                throw new NotPlain();
            }
        }
        return list(items, position);
    }

    private LocatedJson scalar(String text, int column) {
        return LocatedJson.plain(value(text), new Position(at + 1, column + 1));
    }

    private static Json value(String text) {
        if (isCount(text)) {
            return new Json.Num(text);
        }
        if (text.isEmpty() || !isLetter(text.charAt(0)) || text.endsWith(" ")) {
            throw new NotPlain();
        }
        for (int i = 0; i < text.length(); i++) {
            char it = text.charAt(i);
            requirePrintable(it);
            boolean separates = it == ':' && (i + 1 == text.length() || text.charAt(i + 1) == ' ');
            if (separates || (it == '#' && text.charAt(i - 1) == ' ')) {
                throw new NotPlain();
            }
        }
        if (isReserved(text)) {
            throw new NotPlain();
        }
        return new Json.Str(text);
    }

    private static boolean isName(String name) {
        if (name.isEmpty()
                || name.length() > MAX_NAME
                || !isLetter(name.charAt(0))
                || isReserved(name)) {
            return false;
        }
        for (int i = 1; i < name.length(); i++) {
            char it = name.charAt(i);
            if (!isLetter(it) && !(it >= '0' && it <= '9') && it != '_' && it != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(char it) {
        return (it >= 'a' && it <= 'z') || (it >= 'A' && it <= 'Z');
    }

    private static boolean isReserved(String text) {
        return text.length() <= "false".length()
                && RESERVED.contains(text.toLowerCase(Locale.ROOT));
    }

    private static boolean isCount(String text) {
        if (text.isEmpty()
                || text.length() > MAX_DIGITS
                || (text.charAt(0) == '0' && text.length() > 1)) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
