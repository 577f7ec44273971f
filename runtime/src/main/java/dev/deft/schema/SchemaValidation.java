package dev.deft.schema;

import dev.deft.json.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Validates a value against a JSON Schema (2020-12) that was written elsewhere. References lead to
/// other places of the same schema; formats are not checked.
public final class SchemaValidation {

    /// References can lead in circles.
    private static final int DEEPEST = 100;

    private static final int LONGEST_NUMBER = 1_000;

    private final Json root;
    private final String whole;

    private SchemaValidation(Json root, String whole) {
        this.root = root;
        this.whole = whole;
    }

    /// The first mistake of a value, as the rest of a sentence such as `count must be an integer`;
    /// empty if there is none.
    ///
    /// @param schema one that [ForeignSchema] accepts
    public static Optional<String> problem(Json.Obj schema, Json value) {
        return problem(schema, value, "the arguments");
    }

    /// The same for a value of any meaning.
    ///
    /// @param whole what the whole value is called, such as `the answer`
    public static Optional<String> problem(Json.Obj schema, Json value, String whole) {
        return new SchemaValidation(schema, whole).check(schema, value, "", 0);
    }

    private Optional<String> check(Json given, Json value, String at, int depth) {
        if (given instanceof Json.Bool(boolean accepts)) {
            return accepts ? Optional.empty() : wrong(at, "is not allowed");
        }
        if (depth > DEEPEST) {
            return wrong(at, "is nested too deeply");
        }
        if (!(given instanceof Json.Obj schema)) {
            return Optional.empty();
        }
        return type(schema, value, at)
                .or(() -> constants(schema, value, at))
                .or(() -> content(schema, value, at, depth))
                .or(() -> combined(schema, value, at, depth));
    }

    private Optional<String> wrong(String at, String problem) {
        return Optional.of((at.isEmpty() ? whole : at) + " " + problem);
    }

    private Optional<String> type(Json.Obj schema, Json value, String at) {
        List<String> types = words(schema, "type");
        return types.isEmpty() || types.stream().anyMatch(it -> isOf(it, value))
                ? Optional.empty()
                : wrong(at, "must be %s, not %s".formatted(String.join(" or ", types), of(value)));
    }

    private static String of(Json value) {
        return value instanceof Json.Num(String literal) ? literal : value.kind();
    }

    private static boolean isOf(String type, Json value) {
        return switch (value) {
            case Json.Obj _ -> type.equals("object");
            case Json.Arr _ -> type.equals("array");
            case Json.Str _ -> type.equals("string");
            case Json.Bool _ -> type.equals("boolean");
            case Json.Null _ -> type.equals("null");
            case Json.Num(String literal) ->
                    type.equals("number") || (type.equals("integer") && isWhole(literal));
        };
    }

    private static boolean isWhole(String literal) {
        return new BigDecimal(literal).stripTrailingZeros().scale() <= 0;
    }

    private Optional<String> constants(Json.Obj schema, Json value, String at) {
        Optional<Json> constant = schema.find("const");
        if (constant.isPresent() && !same(constant.get(), value)) {
            return wrong(at, "must be " + constant.get());
        }
        if (schema.find("enum").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> all)
                && all.stream().noneMatch(it -> same(it, value))) {
            return wrong(
                    at,
                    "must be one of "
                            + String.join(", ", all.stream().map(Json::toString).toList()));
        }
        return Optional.empty();
    }

    /// Whether two values are equal as JSON: 1 and 1.0 are, in objects the order does not count.
    private static boolean same(Json one, Json other) {
        if (one instanceof Json.Num(String first) && other instanceof Json.Num(String second)) {
            return new BigDecimal(first).compareTo(new BigDecimal(second)) == 0;
        }
        if (one instanceof Json.Arr(List<Json> first)
                && other instanceof Json.Arr(List<Json> second)) {
            if (first.size() != second.size()) {
                return false;
            }
            for (int i = 0; i < first.size(); i++) {
                if (!same(first.get(i), second.get(i))) {
                    return false;
                }
            }
            return true;
        }
        if (one instanceof Json.Obj first && other instanceof Json.Obj second) {
            return first.fields().keySet().equals(second.fields().keySet())
                    && first.fields().entrySet().stream()
                            .allMatch(it ->
                                    same(it.getValue(), second.find(it.getKey()).orElseThrow()));
        }
        return one.equals(other);
    }

    private Optional<String> content(Json.Obj schema, Json value, String at, int depth) {
        return switch (value) {
            case Json.Obj object -> object(schema, object, at, depth);
            case Json.Arr(List<Json> items) -> array(schema, items, at, depth);
            case Json.Str(String text) -> text(schema, text, at);
            case Json.Num(String literal) -> number(schema, new BigDecimal(literal), at);
            case Json.Bool _, Json.Null _ -> Optional.empty();
        };
    }

    private Optional<String> object(Json.Obj schema, Json.Obj object, String at, int depth) {
        for (String name : words(schema, "required")) {
            if (object.find(name).isEmpty()) {
                return wrong(at, "must have " + name);
            }
        }
        int size = object.fields().size();
        if (size < least(schema, "minProperties") || size > most(schema, "maxProperties")) {
            return wrong(at, "has the wrong number of fields");
        }
        for (Map.Entry<String, Json> field : object.fields().entrySet()) {
            Optional<String> problem = field(schema, field.getKey(), field.getValue(), at, depth);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private Optional<String> field(Json.Obj schema, String name, Json value, String at, int depth) {
        String inner = at.isEmpty() ? name : at + "." + name;
        boolean known = false;
        Optional<Json> names = schema.find("propertyNames");
        if (names.isPresent()) {
            Optional<String> problem = check(names.get(), new Json.Str(name), inner, depth + 1);
            if (problem.isPresent()) {
                return problem;
            }
        }
        if (schema.find("properties").orElse(Json.Null.VALUE) instanceof Json.Obj all
                && all.find(name).isPresent()) {
            known = true;
            Optional<String> problem = check(all.find(name).get(), value, inner, depth + 1);
            if (problem.isPresent()) {
                return problem;
            }
        }
        if (schema.find("patternProperties").orElse(Json.Null.VALUE)
                instanceof Json.Obj(Map<String, Json> patterns)) {
            for (Map.Entry<String, Json> it : patterns.entrySet()) {
                if (Pattern.compile(it.getKey()).matcher(name).find()) {
                    known = true;
                    Optional<String> problem = check(it.getValue(), value, inner, depth + 1);
                    if (problem.isPresent()) {
                        return problem;
                    }
                }
            }
        }
        Optional<Json> others = schema.find("additionalProperties");
        return known || others.isEmpty()
                ? Optional.empty()
                : check(others.get(), value, inner, depth + 1);
    }

    private Optional<String> array(Json.Obj schema, List<Json> items, String at, int depth) {
        if (items.size() < least(schema, "minItems") || items.size() > most(schema, "maxItems")) {
            return wrong(at, "has the wrong number of items");
        }
        List<Json> first =
                schema.find("prefixItems").orElse(Json.Null.VALUE)
                                instanceof Json.Arr(List<Json> all)
                        ? all
                        : List.of();
        Optional<Json> rest = schema.find("items");
        for (int i = 0; i < items.size(); i++) {
            String inner = "%s[%d]".formatted(at, i);
            Optional<Json> own = i < first.size() ? Optional.of(first.get(i)) : rest;
            Optional<String> problem =
                    own.isEmpty()
                            ? Optional.empty()
                            : check(own.get(), items.get(i), inner, depth + 1);
            if (problem.isPresent()) {
                return problem;
            }
        }
        if (schema.find("uniqueItems").equals(Optional.of(new Json.Bool(true)))
                && hasTwins(items)) {
            return wrong(at, "must not have two equal items");
        }
        Optional<Json> contains = schema.find("contains");
        if (contains.isPresent()) {
            long count =
                    items.stream()
                            .filter(it -> check(contains.get(), it, at, depth + 1).isEmpty())
                            .count();
            long least = schema.find("minContains").isPresent() ? least(schema, "minContains") : 1;
            if (count < least || count > most(schema, "maxContains")) {
                return wrong(at, "does not contain the right items");
            }
        }
        return Optional.empty();
    }

    private static boolean hasTwins(List<Json> items) {
        for (int i = 0; i < items.size(); i++) {
            for (int j = i + 1; j < items.size(); j++) {
                if (same(items.get(i), items.get(j))) {
                    return true;
                }
            }
        }
        return false;
    }

    private Optional<String> text(Json.Obj schema, String text, String at) {
        int length = text.codePointCount(0, text.length());
        if (length < least(schema, "minLength")) {
            return wrong(at, "is too short");
        }
        if (length > most(schema, "maxLength")) {
            return wrong(at, "is too long");
        }
        Optional<String> pattern = schema.text("pattern");
        return pattern.isPresent() && !Pattern.compile(pattern.get()).matcher(text).find()
                ? wrong(at, "must match " + pattern.get())
                : Optional.empty();
    }

    private Optional<String> number(Json.Obj schema, BigDecimal number, String at) {
        Optional<BigDecimal> least = figure(schema, "minimum");
        Optional<BigDecimal> above = figure(schema, "exclusiveMinimum");
        Optional<BigDecimal> most = figure(schema, "maximum");
        Optional<BigDecimal> below = figure(schema, "exclusiveMaximum");
        if (least.isPresent() && number.compareTo(least.get()) < 0) {
            return wrong(at, "must be at least " + least.get());
        }
        if (above.isPresent() && number.compareTo(above.get()) <= 0) {
            return wrong(at, "must be above " + above.get());
        }
        if (most.isPresent() && number.compareTo(most.get()) > 0) {
            return wrong(at, "must be at most " + most.get());
        }
        if (below.isPresent() && number.compareTo(below.get()) >= 0) {
            return wrong(at, "must be below " + below.get());
        }
        Optional<BigDecimal> step = figure(schema, "multipleOf");
        return step.isPresent() && !isMultiple(number, step.get())
                ? wrong(at, "must be a multiple of " + step.get())
                : Optional.empty();
    }

    /// A number with a huge exponent would take forever to divide.
    private static boolean isMultiple(BigDecimal number, BigDecimal step) {
        return Math.abs((long) number.scale()) < LONGEST_NUMBER
                && Math.abs((long) step.scale()) < LONGEST_NUMBER
                && number.remainder(step).signum() == 0;
    }

    private Optional<String> combined(Json.Obj schema, Json value, String at, int depth) {
        Optional<String> reference = schema.text("$ref");
        if (reference.isPresent()) {
            Json target = ForeignSchema.target(root, reference.get()).orElse(new Json.Bool(false));
            Optional<String> problem = check(target, value, at, depth + 1);
            if (problem.isPresent()) {
                return problem;
            }
        }
        for (Json it : schemas(schema, "allOf")) {
            Optional<String> problem = check(it, value, at, depth + 1);
            if (problem.isPresent()) {
                return problem;
            }
        }
        List<Json> any = schemas(schema, "anyOf");
        if (!any.isEmpty() && fitting(any, value, depth) == 0) {
            return wrong(at, "fits none of the allowed forms");
        }
        List<Json> one = schemas(schema, "oneOf");
        if (!one.isEmpty() && fitting(one, value, depth) != 1) {
            return wrong(at, "must fit exactly one of the allowed forms");
        }
        Optional<Json> not = schema.find("not");
        if (not.isPresent() && check(not.get(), value, at, depth + 1).isEmpty()) {
            return wrong(at, "has a form that is not allowed");
        }
        Optional<Json> condition = schema.find("if");
        if (condition.isEmpty()) {
            return Optional.empty();
        }
        boolean holds = check(condition.get(), value, at, depth + 1).isEmpty();
        Optional<Json> branch = schema.find(holds ? "then" : "else");
        return branch.isPresent() ? check(branch.get(), value, at, depth + 1) : Optional.empty();
    }

    private long fitting(List<Json> schemas, Json value, int depth) {
        return schemas.stream().filter(it -> check(it, value, "", depth + 1).isEmpty()).count();
    }

    private static List<Json> schemas(Json.Obj schema, String word) {
        return schema.find(word).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> all)
                ? all
                : List.of();
    }

    private static List<String> words(Json.Obj schema, String word) {
        Json value = schema.find(word).orElse(Json.Null.VALUE);
        if (value instanceof Json.Str(String one)) {
            return List.of(one);
        }
        return value instanceof Json.Arr(List<Json> all)
                ? all.stream()
                        .filter(Json.Str.class::isInstance)
                        .map(it -> ((Json.Str) it).value())
                        .distinct()
                        .toList()
                : List.of();
    }

    private static Optional<BigDecimal> figure(Json.Obj schema, String word) {
        return schema.find(word).orElse(Json.Null.VALUE) instanceof Json.Num(String literal)
                ? Optional.of(new BigDecimal(literal))
                : Optional.empty();
    }

    private static long least(Json.Obj schema, String word) {
        return figure(schema, word).map(BigDecimal::longValue).orElse(0L);
    }

    private static long most(Json.Obj schema, String word) {
        return figure(schema, word).map(BigDecimal::longValue).orElse(Long.MAX_VALUE);
    }
}
