package dev.deft.agent.config;

import dev.deft.agent.trust.GuardedKeys;
import dev.deft.codec.LocatedJson;
import dev.deft.codec.LocatedJson.Field;
import dev.deft.codec.LocatedJson.Position;
import dev.deft.json.Json;
import dev.deft.policy.SecretNames;
import dev.deft.run.NearestNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Validates a file against its schema. An invalid value is an error with its location; an unknown
/// key is only a warning, since a newer Deft may know it.
///
/// Supports only the JSON Schema keywords that Deft's own schemas use.
final class SchemaCheck {

    /// Sections in which an unknown key is an error: a misspelled rule, limit or event of a hook
    /// must not be ignored.
    private static final Set<String> STRICT = Set.of("policy", LimitLayers.KEY, GuardedKeys.HOOKS);

    private final ConfigFile file;
    private final Json.Obj root;
    private final Consumer<String> warnings;

    private SchemaCheck(ConfigFile file, Json.Obj root, Consumer<String> warnings) {
        this.file = file;
        this.root = root;
        this.warnings = warnings;
    }

    /// Validates a file.
    ///
    /// @return its content without unknown keys
    static LocatedJson check(ConfigFile file, Consumer<String> warnings) throws ConfigException {
        Json.Obj schema = Schemas.of(file.form());
        return new SchemaCheck(file, schema, warnings).value(schema, file.content(), List.of());
    }

    /// Validates one key of a file and ignores the others.
    ///
    /// @return its value, if the key exists
    static Optional<Field> check(ConfigFile file, String key) throws ConfigException {
        Field field = file.content().fields().get(key);
        if (field == null) {
            return Optional.empty();
        }
        Json.Obj root = Schemas.of(file.form());
        Json.Obj schema = child(root, "properties").flatMap(it -> child(it, key)).orElseThrow();
        var check = new SchemaCheck(file, root, _ -> {});
        LocatedJson checked = check.value(schema, field.value(), List.of(key));
        return Optional.of(new Field(field.position(), checked));
    }

    private LocatedJson value(Json.Obj given, LocatedJson value, List<String> path)
            throws ConfigException {
        Json.Obj schema = resolved(given);
        if (!Expected.kinds(schema).contains(Expected.kind(value.value()))
                && !isWhole(schema, value.value())) {
            throw wrong(value, path, Expected.of(schema) + ", not " + shown(value.value()));
        }
        if (value.value() instanceof Json.Obj object) {
            return isOpen(schema) ? value : object(schema, object, value, path);
        }
        if (value.value() instanceof Json.Arr) {
            return items(schema, value, path);
        }
        if (value.value() instanceof Json.Num number) {
            number(schema, number, value, path);
        } else if (value.value() instanceof Json.Str(String text)) {
            text(schema, text, value, path);
        }
        return value;
    }

    /// Whether an object may have any fields, such as the options of a foreign program.
    private static boolean isOpen(Json.Obj schema) {
        return schema.find("properties").isEmpty() && schema.find("additionalProperties").isEmpty();
    }

    private static String shown(Json value) {
        return value instanceof Json.Num(String literal) ? literal : value.kind();
    }

    private Json.Obj resolved(Json.Obj schema) {
        Optional<String> reference = schema.text("$ref");
        if (reference.isEmpty()) {
            return schema;
        }
        String name = reference.get().substring("#/$defs/".length());
        return child(child(root, "$defs").orElseThrow(), name).orElseThrow();
    }

    private static boolean isWhole(Json.Obj schema, Json value) {
        return value instanceof Json.Num number
                && Expected.kinds(schema).contains("integer")
                && number.asLong().isPresent();
    }

    private void number(Json.Obj schema, Json.Num number, LocatedJson value, List<String> path)
            throws ConfigException {
        double given = number.asDouble();
        boolean fits =
                bound(schema, "minimum").map(it -> given >= it).orElse(true)
                        && bound(schema, "exclusiveMinimum").map(it -> given > it).orElse(true)
                        && bound(schema, "maximum").map(it -> given <= it).orElse(true);
        if (!fits) {
            throw wrong(value, path, Expected.of(schema) + ", not " + number.literal());
        }
    }

    private static Optional<Double> bound(Json.Obj schema, String word) {
        return schema.find(word).map(it -> ((Json.Num) it).asDouble());
    }

    private void text(Json.Obj schema, String text, LocatedJson value, List<String> path)
            throws ConfigException {
        Optional<Json> choice = schema.find("enum");
        if (choice.isPresent() && !((Json.Arr) choice.get()).items().contains(value.value())) {
            throw wrong(value, path, Expected.of(schema) + ", not " + NearestNames.quoted(text));
        }
        if (text.isEmpty() && schema.find("minLength").isPresent()) {
            throw wrong(value, path, "must not be empty");
        }
        Optional<String> pattern = schema.text("pattern");
        if (pattern.isPresent() && !Pattern.compile(pattern.get()).matcher(text).find()) {
            throw wrong(value, path, "must be " + schema.text("patternErrorMessage").orElseThrow());
        }
        if (SecretNames.looksSecret(text)) {
            throw new ConfigException(file.name(), value.position(), Secrets.advice(path));
        }
    }

    private LocatedJson items(Json.Obj schema, LocatedJson value, List<String> path)
            throws ConfigException {
        Json.Obj items = child(schema, "items").orElseThrow();
        if (value.items().isEmpty() && schema.find("minItems").isPresent()) {
            throw wrong(value, path, "must not be empty");
        }
        List<LocatedJson> checked = new ArrayList<>();
        for (LocatedJson item : value.items()) {
            checked.add(value(items, item, plus(path, "[" + checked.size() + "]")));
        }
        var values = new Json.Arr(checked.stream().map(LocatedJson::value).toList());
        return new LocatedJson(values, value.position(), Map.of(), checked);
    }

    private LocatedJson object(
            Json.Obj schema, Json.Obj object, LocatedJson value, List<String> path)
            throws ConfigException {
        Map<String, Field> fields = new LinkedHashMap<>();
        Map<String, Json> values = new LinkedHashMap<>();
        for (Map.Entry<String, Field> entry : value.fields().entrySet()) {
            String name = entry.getKey();
            Position place = entry.getValue().position();
            List<String> inner = plus(path, name);
            Optional<Json.Obj> known = known(schema, entry, inner);
            if (known.isEmpty()) {
                unknown(schema, place, inner);
                continue;
            }
            LocatedJson checked = value(known.get(), entry.getValue().value(), inner);
            fields.put(name, new Field(place, checked));
            values.put(name, checked.value());
        }
        complete(schema, object, value, path);
        return new LocatedJson(new Json.Obj(values), value.position(), fields, List.of());
    }

    /// The schema of a field. Rejects freely chosen names that look like those of secrets.
    private Optional<Json.Obj> known(
            Json.Obj schema, Map.Entry<String, Field> entry, List<String> path)
            throws ConfigException {
        Optional<Json.Obj> known =
                child(schema, "properties").flatMap(it -> child(it, entry.getKey()));
        if (known.isPresent()) {
            return known;
        }
        if (Secrets.isSecret(entry.getKey(), entry.getValue().value().value())) {
            throw new ConfigException(
                    file.name(), entry.getValue().position(), Secrets.advice(path));
        }
        Optional<Json.Obj> names = child(schema, "propertyNames");
        if (names.isPresent()) {
            name(resolved(names.get()), entry, path);
        }
        return child(schema, "additionalProperties");
    }

    /// Validates a freely chosen name.
    private void name(Json.Obj schema, Map.Entry<String, Field> entry, List<String> path)
            throws ConfigException {
        if (!Pattern.compile(schema.text("pattern").orElseThrow()).matcher(entry.getKey()).find()) {
            throw new ConfigException(
                    file.name(),
                    entry.getValue().position(),
                    "the name %s in %s must be %s"
                            .formatted(
                                    NearestNames.quoted(entry.getKey()),
                                    dotted(path.subList(0, path.size() - 1)),
                                    schema.text("patternErrorMessage").orElseThrow()));
        }
    }

    private void complete(Json.Obj schema, Json.Obj object, LocatedJson value, List<String> path)
            throws ConfigException {
        for (String name : words(schema.find("required"))) {
            if (object.find(name).isEmpty()) {
                throw wrong(value, path, "needs the key " + name);
            }
        }
        List<String> oneOf = alternatives(schema);
        if (!oneOf.isEmpty()
                && oneOf.stream().filter(it -> object.find(it).isPresent()).count() != 1) {
            throw wrong(value, path, "needs one of " + String.join(" and ", oneOf));
        }
    }

    private void unknown(Json.Obj schema, Position place, List<String> path)
            throws ConfigException {
        List<String> names =
                new ArrayList<>(child(schema, "properties").orElseThrow().fields().keySet());
        names.remove("$schema");
        var problem =
                new ConfigException(
                        file.name(),
                        place,
                        "there is no key "
                                + NearestNames.quoted(dotted(path))
                                + "; did you mean "
                                + NearestNames.of(path.getLast(), names).getFirst()
                                + "?");
        if (STRICT.contains(path.getFirst())) {
            throw problem;
        }
        warnings.accept(problem.getMessage() + " It is ignored");
    }

    private static List<String> alternatives(Json.Obj schema) {
        List<String> names = new ArrayList<>();
        if (schema.find("oneOf").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> all)) {
            all.forEach(it -> names.addAll(words(((Json.Obj) it).find("required"))));
        }
        return names;
    }

    private static List<String> words(Optional<Json> list) {
        return list.map(it -> ((Json.Arr) it).items()).orElse(List.of()).stream()
                .map(it -> ((Json.Str) it).value())
                .toList();
    }

    private static Optional<Json.Obj> child(Json.Obj schema, String word) {
        return schema.find(word)
                .flatMap(it ->
                        it instanceof Json.Obj object ? Optional.of(object) : Optional.empty());
    }

    private static List<String> plus(List<String> path, String name) {
        var longer = new ArrayList<>(path);
        longer.add(name);
        return longer;
    }

    private ConfigException wrong(LocatedJson value, List<String> path, String problem) {
        return new ConfigException(file.name(), value.position(), dotted(path) + " " + problem);
    }

    static String dotted(List<String> path) {
        return String.join(".", path).replace(".[", "[");
    }
}
