package dev.deft.agent.definition;

import dev.deft.codec.LocatedJson;
import dev.deft.codec.LocatedJson.Field;
import dev.deft.codec.LocatedJson.Position;
import dev.deft.json.Json;
import dev.deft.policy.BudgetLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Reads the fields of one definition, and tells every wrong one with its place.
final class FieldReader {

    private final String file;
    private final LocatedJson fields;
    private final AgentMessages messages;
    private boolean failed;

    FieldReader(String file, LocatedJson fields, AgentMessages messages) {
        this.file = file;
        this.fields = fields;
        this.messages = messages;
    }

    /// Whether a field was wrong.
    boolean failed() {
        return failed;
    }

    void wrong(Position at, String text) {
        failed = true;
        messages.problem(file, at, text);
    }

    void ignored(Position at, String text) {
        messages.notice(file, at, text);
    }

    /// A field that has a value.
    Optional<Field> find(String name) {
        return fields.find(name).filter(it -> !(it.value().value() instanceof Json.Null));
    }

    /// Text on one line; absent if it is not there or wrong.
    Optional<String> text(String name) {
        Optional<Field> field = find(name);
        if (field.isEmpty()) {
            return Optional.empty();
        }
        LocatedJson value = field.get().value();
        if (value.value() instanceof Json.Str(String text) && !text.isBlank()) {
            return Optional.of(text.strip().replaceAll("\\s+", " "));
        }
        wrong(
                value.position(),
                value.value() instanceof Json.Str
                        ? name + " is empty"
                        : "%s must be text, not %s".formatted(name, value.value().kind()));
        return Optional.empty();
    }

    /// A list of texts.
    List<Item> texts(String name) {
        Optional<Field> field = find(name);
        if (field.isEmpty()) {
            return List.of();
        }
        LocatedJson list = field.get().value();
        if (!(list.value() instanceof Json.Arr)) {
            wrong(
                    list.position(),
                    "%s must be a list, not %s".formatted(name, list.value().kind()));
            return List.of();
        }
        List<Item> items = new ArrayList<>();
        for (LocatedJson item : list.items()) {
            if (item.value() instanceof Json.Str(String text) && !text.isBlank()) {
                items.add(new Item(text.strip(), item.position()));
            } else {
                wrong(
                        item.position(),
                        "%s is a list of texts, not of %s".formatted(name, item.value().kind()));
            }
        }
        return items;
    }

    /// A list of texts, or one text with commas between them.
    List<Item> listed(String name) {
        Optional<Field> field = find(name);
        if (field.isEmpty() || !(field.get().value().value() instanceof Json.Str(String text))) {
            return texts(name);
        }
        Position at = field.get().value().position();
        return split(text).stream().map(it -> new Item(it, at)).toList();
    }

    /// Splits at commas that are not between parentheses.
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        var part = new StringBuilder();
        int depth = 0;
        for (char it : (text + ",").toCharArray()) {
            depth += it == '(' ? 1 : it == ')' ? -1 : 0;
            if (it != ',' || depth > 0) {
                part.append(it);
                continue;
            }
            if (!part.toString().isBlank()) {
                parts.add(part.toString().strip());
            }
            part.setLength(0);
        }
        if (!part.toString().isBlank()) {
            parts.add(part.toString().strip());
        }
        return parts;
    }

    /// An element of a list and its place.
    record Item(String text, Position at) {}

    /// A whole number of at least 1.
    OptionalLong count(String name, String shown, long most) {
        Optional<Field> field = find(name);
        if (field.isEmpty()) {
            return OptionalLong.empty();
        }
        if (field.get().value().value() instanceof Json.Num number) {
            Optional<Long> value = number.asLong().filter(it -> it >= 1 && it <= most);
            if (value.isPresent()) {
                return OptionalLong.of(value.get());
            }
        }
        wrong(
                field.get().value().position(),
                "%s must be a whole number from 1 to %d".formatted(shown, most));
        return OptionalLong.empty();
    }

    /// An amount above 0.
    OptionalDouble dollars(String name, String shown) {
        Optional<Field> field = find(name);
        if (field.isEmpty()) {
            return OptionalDouble.empty();
        }
        if (field.get().value().value() instanceof Json.Num number
                && number.asDouble() > 0
                && number.asDouble() <= BudgetLimits.MOST_USD) {
            return OptionalDouble.of(number.asDouble());
        }
        wrong(
                field.get().value().position(),
                shown + " must be an amount in dollars above 0, such as 0.50");
        return OptionalDouble.empty();
    }

    /// The fields of an object; empty if it is not there or no object.
    Optional<FieldReader> below(String name) {
        Optional<Field> field = find(name);
        if (field.isEmpty()) {
            return Optional.empty();
        }
        LocatedJson value = field.get().value();
        if (value.value() instanceof Json.Obj) {
            return Optional.of(new FieldReader(file, value, messages));
        }
        wrong(
                value.position(),
                "%s must be a mapping, not %s".formatted(name, value.value().kind()));
        return Optional.empty();
    }

    LocatedJson all() {
        return fields;
    }

    /// Takes over that a field below was wrong.
    void after(FieldReader below) {
        failed |= below.failed;
    }
}
