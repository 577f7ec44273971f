package dev.deft.agent.config;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// Generates values that match a schema, or almost.
final class RandomFiles {

    private static final List<String> TEXTS =
            List.of("a", "", "http://h", "AGENTS.md", "a/b", "${NAME}", "ftp://h", "äö");

    private final Random random;
    private final Json.Obj root;
    private final int damage;

    /// @param damage the percentage of invalid values
    RandomFiles(Random random, Json.Obj root, int damage) {
        this.random = random;
        this.root = root;
        this.damage = damage;
    }

    static Json.Obj resolved(Json.Obj root, Json.Obj schema) {
        Optional<String> reference = schema.text("$ref");
        if (reference.isEmpty()) {
            return schema;
        }
        Json.Obj all = (Json.Obj) root.find("$defs").orElseThrow();
        return (Json.Obj) all.find(reference.get().substring("#/$defs/".length())).orElseThrow();
    }

    Json value(Json.Obj given) {
        Json.Obj schema = resolved(root, given);
        List<String> kinds = Expected.kinds(schema);
        if (random.nextInt(100) < damage) {
            return anything();
        }
        return switch (kinds.get(random.nextInt(kinds.size()))) {
            case "object" -> object(schema);
            case "array" -> array(schema);
            case "string" -> text(schema);
            case "integer" -> Json.Num.of(number(schema, 1));
            case "number" -> Json.Num.of(number(schema, 2) / 2.0);
            default -> new Json.Bool(random.nextBoolean());
        };
    }

    private Json anything() {
        return switch (random.nextInt(6)) {
            case 0 -> Json.Null.VALUE;
            case 1 -> new Json.Num("3.0");
            case 2 -> new Json.Str(TEXTS.get(random.nextInt(TEXTS.size())));
            case 3 -> new Json.Bool(true);
            case 4 -> new Json.Arr(List.of(Json.Num.of(1.5)));
            default -> Json.Obj.EMPTY;
        };
    }

    private long number(Json.Obj schema, int scale) {
        long low = schema.find("minimum").map(it -> (long) ((Json.Num) it).asDouble()).orElse(1L);
        return low * scale + random.nextInt(damage > 0 ? 300 : 2) - (damage > 0 ? 1 : 0);
    }

    private Json text(Json.Obj schema) {
        if (schema.find("enum").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> choice)) {
            return choice.get(random.nextInt(choice.size()));
        }
        if (damage > 0) {
            return new Json.Str(TEXTS.get(random.nextInt(TEXTS.size())));
        }
        String pattern = schema.text("pattern").orElse("");
        if (pattern.startsWith("^https")) {
            return new Json.Str("https://h/" + random.nextInt(9));
        }
        return new Json.Str(pattern.startsWith("^\\$") ? "${NAME}" : "a" + random.nextInt(9));
    }

    private Json array(Json.Obj schema) {
        List<Json> items = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            items.add(value((Json.Obj) schema.find("items").orElseThrow()));
        }
        return new Json.Arr(items);
    }

    private Json object(Json.Obj schema) {
        Json.Obj made = Json.Obj.EMPTY;
        if (schema.find("properties").orElse(Json.Null.VALUE)
                instanceof Json.Obj(Map<String, Json> known)) {
            String instead = random.nextBoolean() ? "command" : "url";
            for (Map.Entry<String, Json> property : known.entrySet()) {
                if (wanted(schema, property.getKey(), instead)) {
                    made = made.with(property.getKey(), value((Json.Obj) property.getValue()));
                }
            }
        }
        if (schema.find("additionalProperties").orElse(Json.Null.VALUE) instanceof Json.Obj free) {
            made = made.with("free" + random.nextInt(3), value(free));
        }
        return random.nextInt(100) < damage / 4 ? made.with("zz", Json.Num.of(1)) : made;
    }

    private boolean wanted(Json.Obj schema, String name, String instead) {
        boolean required = schema.find("required").toString().contains("value=" + name + "]");
        boolean alternative = schema.find("oneOf").toString().contains("value=" + name + "]");
        if (alternative && damage == 0) {
            return name.equals(instead);
        }
        return (required && random.nextInt(100) >= damage / 4) || random.nextInt(3) == 0;
    }
}
