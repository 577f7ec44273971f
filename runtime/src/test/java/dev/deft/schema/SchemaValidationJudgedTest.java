package dev.deft.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.deft.codec.JsonText;
import dev.deft.codec.LocatedJson;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Random values against random schemas, judged by an independent validator. `uniqueItems` has a
/// test of its own: the other validator applies it to objects too.
class SchemaValidationJudgedTest {

    private static final int SCHEMAS = 1_500;
    private static final int VALUES = 12;

    private final SchemaRegistry judge =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    @Test
    void agreesWithAnotherValidator() throws Exception {
        var random = new Random(20_260_117);
        int valid = 0;
        for (int i = 0; i < SCHEMAS; i++) {
            Json.Obj schema =
                    schema(random, 3)
                            .with("type", "object")
                            .with("$defs", Json.Obj.EMPTY.with("leaf", schema(random, 0)));
            String text = JsonText.write(schema);
            assertThat(ForeignSchema.mistake(LocatedJson.parse(text))).as(text).isEmpty();
            Schema judged = judge.getSchema(text, InputFormat.JSON);
            for (int j = 0; j < VALUES; j++) {
                Json.Obj value = object(random, 3);
                boolean expected =
                        judged.validate(JsonText.write(value), InputFormat.JSON).isEmpty();
                valid += expected ? 1 : 0;
                assertThat(SchemaValidation.problem(schema, value).isEmpty())
                        .as("%s%nagainst %s", value, text)
                        .isEqualTo(expected);
            }
        }
        assertThat(valid).as("both answers occur").isBetween(SCHEMAS, SCHEMAS * (VALUES - 1));
    }

    @Test
    void rejectsEqualItemsOfArraysOnly() throws Exception {
        Json.Obj schema =
                JsonText.parseObject("{\"properties\": {\"a\": {\"uniqueItems\": true}}}");
        assertThat(SchemaValidation.problem(schema, JsonText.parse("{\"a\": [1, 2, {\"x\": 1}]}")))
                .isEmpty();
        assertThat(
                        SchemaValidation.problem(
                                schema, JsonText.parse("{\"a\": {\"x\": 1, \"y\": 1}}")))
                .isEmpty();
        assertThat(
                        SchemaValidation.problem(
                                schema, JsonText.parse("{\"a\": [{\"x\": 1}, {\"x\": 1.0}]}")))
                .contains("a must not have two equal items");
    }

    private static Json.Obj schema(Random random, int depth) {
        Json.Obj schema = Json.Obj.EMPTY;
        for (int i = random.nextInt(3); i >= 0; i--) {
            schema = keyword(schema, random, depth);
        }
        return schema;
    }

    private static Json.Obj keyword(Json.Obj schema, Random random, int depth) {
        if (depth == 0) {
            return leaf(schema, random);
        }
        return switch (random.nextInt(14)) {
            case 0, 1, 2 ->
                    schema.with(
                            "properties",
                            Json.Obj.EMPTY
                                    .with("a", schema(random, depth - 1))
                                    .with("b", schema(random, depth - 1)));
            case 3 -> schema.with("required", Json.Arr.ofTexts(List.of(name(random))));
            case 4 -> schema.with("additionalProperties", either(random, depth));
            case 5 -> schema.with("items", either(random, depth));
            case 6 -> schema.with("anyOf", two(random, depth));
            case 7 -> schema.with("oneOf", two(random, depth));
            case 8 -> schema.with("allOf", two(random, depth));
            case 9 -> schema.with("not", schema(random, depth - 1));
            case 10 -> schema.with("prefixItems", two(random, depth));
            case 11 -> schema.with("$ref", "#/$defs/leaf");
            case 12 ->
                    schema.with("if", schema(random, depth - 1))
                            .with("then", schema(random, depth - 1))
                            .with("else", schema(random, depth - 1));
            default ->
                    schema.with(
                            "patternProperties",
                            Json.Obj.EMPTY.with("^[ab]$", schema(random, depth - 1)));
        };
    }

    private static Json either(Random random, int depth) {
        return random.nextBoolean()
                ? new Json.Bool(random.nextBoolean())
                : schema(random, depth - 1);
    }

    private static Json.Arr two(Random random, int depth) {
        return new Json.Arr(List.of(schema(random, depth - 1), schema(random, depth - 1)));
    }

    private static Json.Obj leaf(Json.Obj schema, Random random) {
        return switch (random.nextInt(12)) {
            case 0, 1 ->
                    schema.with(
                            "type",
                            List.of(
                                            "object", "array", "string", "number", "integer",
                                            "boolean", "null")
                                    .get(random.nextInt(7)));
            case 2 -> schema.with("minimum", Json.Num.of(random.nextInt(4)));
            case 3 -> schema.with("exclusiveMaximum", Json.Num.of(random.nextInt(4)));
            case 4 -> schema.with("multipleOf", new Json.Num(random.nextBoolean() ? "2" : "0.5"));
            case 5 -> schema.with("minLength", Json.Num.of(random.nextInt(3)));
            case 6 -> schema.with("maxLength", Json.Num.of(random.nextInt(3)));
            case 7 -> schema.with("pattern", random.nextBoolean() ? "^x" : "y$");
            case 8 -> schema.with("maxItems", Json.Num.of(random.nextInt(3)));
            case 9 -> schema.with("minItems", Json.Num.of(random.nextInt(3)));
            case 10 ->
                    schema.with("enum", new Json.Arr(List.of(value(random, 1), value(random, 0))));
            default -> schema.with("const", value(random, 0));
        };
    }

    private static String name(Random random) {
        return List.of("a", "b", "c").get(random.nextInt(3));
    }

    private static Json.Obj object(Random random, int depth) {
        Json.Obj object = Json.Obj.EMPTY;
        for (int i = random.nextInt(3); i > 0; i--) {
            object = object.with(name(random), value(random, depth - 1));
        }
        return object;
    }

    private static Json value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> new Json.Str(List.of("", "x", "xy", "😀y").get(random.nextInt(4)));
            case 1 -> Json.Num.of(random.nextInt(5));
            case 2 ->
                    new Json.Num(List.of("1.0", "0.5", "2.5", "-1", "1e2").get(random.nextInt(5)));
            case 3 -> new Json.Bool(random.nextBoolean());
            case 4 -> Json.Null.VALUE;
            case 5 -> new Json.Str("x");
            case 6 -> object(random, depth);
            default -> {
                List<Json> items = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(value(random, depth - 1));
                }
                yield new Json.Arr(items);
            }
        };
    }
}
