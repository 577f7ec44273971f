package dev.deft.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.tool.Bounds;
import dev.deft.tool.DialectOnly;
import dev.deft.tool.Doc;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ValidatorTest {

    enum Mood {
        GOOD,
        NOT_GOOD
    }

    record Item(String name, @Bounds(min = 1, max = 9) int rank) {}

    record Params(
            @Doc("Where") @Bounds(min = 1) String path,
            @Doc("How many") @Bounds(min = 1) OptionalInt limit,
            Optional<Double> share,
            Optional<Boolean> deep,
            Optional<Mood> mood,
            @Bounds(max = 2) Optional<List<Item>> items,
            Map<String, String> env,
            Optional<Json> any,
            @DialectOnly Optional<String> hidden) {}

    private static final Shape.Fields SHAPE = RecordShapes.of(Params.class);

    private static String problem(String json) throws Exception {
        return Validator.problem(SHAPE, JsonText.parseObject(json)).orElse("");
    }

    @Test
    void isContentWithWhatFits() throws Exception {
        assertThat(problem("{\"path\":\"a\"}")).isEmpty();
        assertThat(
                        problem(
                                """
                                {"path":"a","limit":3.0,"share":1,"deep":false,"mood":"not_good",
                                 "items":[{"name":"x","rank":9}],"env":{"A":"b"},"any":null}
                                """))
                .isEmpty();
    }

    @Test
    void namesTheArgumentWhatWasGivenAndWhatIsExpected() throws Exception {
        assertThat(problem("{\"path\":5}"))
                .isEqualTo("path is 5; expected a string of at least 1 characters");
        assertThat(problem("{\"path\":\"a\",\"limit\":\"ten\"}"))
                .isEqualTo("limit is the string \"ten\"; expected a whole number of at least 1");
        assertThat(problem("{\"path\":\"a\",\"limit\":1.5}"))
                .contains("limit is 1.5; expected a whole number");
        assertThat(problem("{\"path\":\"a\",\"mood\":\"bad\"}"))
                .isEqualTo("mood is the string \"bad\"; expected one of good, not_good");
        assertThat(problem("{\"path\":\"a\",\"deep\":null}"))
                .isEqualTo("deep is null; expected true or false");
        assertThat(problem("{\"path\":\"a\",\"items\":[{\"name\":\"x\",\"rank\":10}]}"))
                .isEqualTo("items[0].rank is 10; expected a whole number of 1 to 9");
        assertThat(problem("{\"path\":\"a\",\"env\":{\"A\":1}}"))
                .isEqualTo("env.A is 1; expected a string");
    }

    @Test
    void namesWhatIsMissingAndWhatIsTooMuch() throws Exception {
        assertThat(problem("{}"))
                .isEqualTo("path is missing; expected a string of at least 1 characters");
        assertThat(problem("{\"path\":\"a\",\"colour\":1}"))
                .isEqualTo(
                        "colour is not known here; expected path, limit, share, deep, mood, items, env, any");
        assertThat(problem("{\"path\":\"a\",\"items\":[1,2,3]}"))
                .startsWith("items has 3 entries; expected an array of at most 2");
    }

    @Test
    void hidesFromModelsWhatOnlyDialectsFillIn() throws Exception {
        Json.Obj arguments = JsonText.parseObject("{\"path\":\"a\",\"hidden\":\"x\"}");

        assertThat(Validator.problem(SHAPE, arguments).orElse(""))
                .contains("hidden is not known here");
        assertThat(Validator.problemWithMapped(SHAPE, arguments)).isEmpty();
        assertThat(JsonText.write(JsonSchema.write(SHAPE))).doesNotContain("hidden");
    }

    @Test
    void saysNoMoreThanAModelCanUse() throws Exception {
        var many = new StringBuilder("{");
        for (int i = 0; i < 1_000; i++) {
            many.append("\"%s%d\":1,".formatted("x".repeat(500), i));
        }
        String complaint = problem(many.append("\"path\":\"a\"}").toString());

        assertThat(complaint).hasSizeLessThan(2_000).endsWith("and 995 more");
    }

    @Test
    void countsTheProblemsItDoesNotList() throws Exception {
        assertThat(problem("{\"path\":\"a\",\"env\":{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1}}"))
                .endsWith("env.e is 1; expected a string");
        assertThat(problem("{\"path\":\"a\",\"items\":[%s0]}".formatted("0,".repeat(99))))
                .startsWith("items has 100 entries; expected an array of at most 2 entries; ")
                .endsWith("; items[3] is 0; expected an object; and 96 more");
    }

    @Test
    void quotesFortyCharactersOfALongText() throws Exception {
        String forty = "😀".repeat(40);
        assertThat(problem("{\"path\":\"a\",\"limit\":\"%s\"}".formatted(forty)))
                .startsWith("limit is the string \"" + forty + "\";");
        assertThat(problem("{\"path\":\"a\",\"limit\":\"%sx\"}".formatted(forty)))
                .startsWith("limit is the string \"" + forty + "…\";");
    }

    @Test
    void checksWhatAMapperMade() throws Exception {
        Json.Obj mapped = JsonText.parseObject("{\"path\":\"a\",\"hidden\":1}");
        assertThat(Validator.problemWithMapped(SHAPE, mapped))
                .contains("hidden is 1; expected a string");
    }

    @Test
    void readsBackTheSchemaItWrites() {
        Json.Obj schema = JsonSchema.write(SHAPE);

        assertThat(JsonSchema.write(JsonSchema.read(schema))).isEqualTo(schema);
    }
}
