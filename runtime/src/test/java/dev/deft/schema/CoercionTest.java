package dev.deft.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoercionTest {

    private static final int SHAPES = 200;
    private static final int VALUES = 40;
    private static final Shape TEXT = new Shape.Text(Shape.Span.ANY, List.of());
    private static final Shape MOOD =
            new Shape.Text(Shape.Span.ANY, List.of("good", "not_good", "best", "be_st"));

    private final Random random = new Random(20261116);
    private final RandomShapes shapes = new RandomShapes(random);

    @Test
    void neverChangesArgumentsThatFit() {
        for (int i = 0; i < SHAPES; i++) {
            Shape.Fields shape = shapes.fields(2);
            for (int j = 0; j < VALUES; j++) {
                Json.Obj arguments =
                        random.nextBoolean()
                                ? shapes.fitting(shape)
                                : shapes.damaged(shapes.fitting(shape));
                if (Validator.problem(shape, arguments).isEmpty()) {
                    assertThat(Coercion.of(shape, arguments))
                            .isEqualTo(new Coercion.Coerced(arguments, List.of()));
                }
            }
        }
    }

    @Test
    void neverMakesAFitOfWhatItDoesNotNote() {
        for (int i = 0; i < SHAPES; i++) {
            Shape.Fields shape = shapes.fields(2);
            for (int j = 0; j < VALUES; j++) {
                Json.Obj arguments = shapes.damaged(shapes.fitting(shape));
                Coercion.Coerced coerced = Coercion.of(shape, arguments);
                assertThat(coerced.arguments().equals(arguments))
                        .as("%s", arguments)
                        .isEqualTo(coerced.notes().isEmpty());
                assertThat(Coercion.of(shape, coerced.arguments()).arguments())
                        .as("once is enough")
                        .isEqualTo(coerced.arguments());
            }
        }
    }

    /// What is written as a string, spelled in another way or sent as null comes back as it was.
    @Test
    void readsWhatWasDisguisedWithoutLoss() {
        for (int i = 0; i < SHAPES; i++) {
            Shape.Fields shape = shapes.fields(2);
            for (int j = 0; j < VALUES; j++) {
                Json.Obj arguments = shapes.fitting(shape);
                if (Validator.problem(shape, arguments).isPresent()) {
                    continue;
                }
                Json.Obj disguised = disguised(shape, arguments);
                Json.Obj back = Coercion.of(shape, disguised).arguments();
                assertThat(Validator.problem(shape, back))
                        .as("%s from %s", JsonText.write(back), JsonText.write(disguised))
                        .isEmpty();
                assertThat(back.fields())
                        .as("%s", JsonText.write(disguised))
                        .isEqualTo(arguments.fields());
            }
        }
    }

    private Json.Obj disguised(Shape.Fields shape, Json.Obj arguments) {
        Map<String, Json> all = new LinkedHashMap<>();
        for (Shape.Field field : shape.fields()) {
            Json value = arguments.fields().get(field.name());
            if (value != null) {
                all.put(
                        random.nextBoolean() ? field.name().toUpperCase(Locale.ROOT) : field.name(),
                        disguised(field.shape(), value));
            } else if (!(field.shape() instanceof Shape.Anything) && random.nextBoolean()) {
                all.put(field.name(), Json.Null.VALUE);
            }
        }
        return new Json.Obj(all);
    }

    private Json disguised(Shape shape, Json value) {
        return switch (shape) {
            case Shape.Whole _, Shape.Decimal _ -> new Json.Str(((Json.Num) value).literal());
            case Shape.Flag _, Shape.Items _, Shape.Fields _, Shape.Dictionary _ ->
                    new Json.Str(JsonText.write(value));
            case Shape.Text _, Shape.Anything _ -> value;
        };
    }

    private static Shape.Fields shape(String... names) {
        List<Shape.Field> fields = new ArrayList<>();
        for (String name : names) {
            fields.add(new Shape.Field(name, TEXT, "", true, false));
        }
        return new Shape.Fields(fields);
    }

    @ParameterizedTest
    @CsvSource({
        "file_path, path, path pattern",
        "filename, path, path content",
        "old_string, old_text, path old_text new_text",
        "old_str, oldString, filePath oldString newString",
        "cmd, command, command workdir",
        "cwd, workdir, command workdir",
        "regex, pattern, pattern include",
        "query, pattern, pattern include",
        "glob, pattern, pattern path",
        "replaceAll, replace_all, path replace_all",
        "destination, to, from to"
    })
    void knowsOtherNamesForAnArgument(String given, String meant, String fields) {
        Shape.Fields shape = shape(fields.split(" ", -1));
        Coercion.Coerced coerced = Coercion.of(shape, Json.Obj.EMPTY.with(given, "x"));
        assertThat(coerced.arguments()).isEqualTo(Json.Obj.EMPTY.with(meant, "x"));
        assertThat(coerced.notes()).containsExactly(given + " was read as " + meant);
    }

    @Test
    void takesNoNameThatCouldMeanTwoThings() {
        Json.Obj unclear = Json.Obj.EMPTY.with("glob", "*.java");
        assertThat(Coercion.of(shape("pattern", "include"), unclear).arguments())
                .isEqualTo(unclear);
        Json.Obj clear = unclear.with("pattern", "x");
        assertThat(Coercion.of(shape("pattern", "include"), clear).arguments().fields())
                .isEqualTo(Json.Obj.EMPTY.with("pattern", "x").with("include", "*.java").fields());
    }

    @Test
    void refusesOneArgumentGivenTwiceWithDifferentValues() {
        Json.Obj both = Json.Obj.EMPTY.with("path", "a").with("file_path", "b");
        assertThat(Coercion.of(shape("path"), both).arguments()).isEqualTo(both);
        Json.Obj others = Json.Obj.EMPTY.with("filename", "a").with("file_path", "b");
        assertThat(Validator.problem(shape("path"), Coercion.of(shape("path"), others).arguments()))
                .isPresent();
        Json.Obj same = Json.Obj.EMPTY.with("path", "a").with("file_path", "a");
        assertThat(Coercion.of(shape("path"), same).arguments())
                .isEqualTo(Json.Obj.EMPTY.with("path", "a"));
    }

    @ParameterizedTest
    @CsvSource({"1.5", "1e30", "007", "0x10", "five", "1e400", "99999999999999999999", "''"})
    void readsNoWholeNumberWhereThereIsNone(String text) {
        Shape.Fields shape = one("n", new Shape.Whole(Shape.Span.ANY));
        Json.Obj given = Json.Obj.EMPTY.with("n", text);
        assertThat(Coercion.of(shape, given)).isEqualTo(new Coercion.Coerced(given, List.of()));
    }

    @ParameterizedTest
    @CsvSource({"NOT-GOOD, not_good", "NotGood, not_good", "Good, good"})
    void readsAKnownWordInAnotherSpelling(String given, String meant) {
        Shape.Fields shape = one("mood", MOOD);
        assertThat(Coercion.of(shape, Json.Obj.EMPTY.with("mood", given)))
                .isEqualTo(
                        new Coercion.Coerced(
                                Json.Obj.EMPTY.with("mood", meant),
                                List.of("mood was read as " + meant)));
    }

    @ParameterizedTest
    @CsvSource({"bad", "b-e-s-t"})
    void readsNoKnownWordWhereNoneOrTwoCouldBeMeant(String text) {
        Json.Obj given = Json.Obj.EMPTY.with("mood", text);
        assertThat(Coercion.of(one("mood", MOOD), given))
                .isEqualTo(new Coercion.Coerced(given, List.of()));
    }

    /// A text that happens to be JSON stays a text where a text fits.
    @Test
    void takesASingleValueForAListOfOne() {
        String json = "{\"name\":\"x\"}";
        List<String> notes = List.of("all was a string and was read as an array");
        Json.Obj given = Json.Obj.EMPTY.with("all", json);
        assertThat(Coercion.of(one("all", new Shape.Items(TEXT, Shape.Span.ANY)), given))
                .isEqualTo(new Coercion.Coerced(list("all", new Json.Str(json)), notes));
        assertThat(Coercion.of(one("all", new Shape.Items(shape("name"), Shape.Span.ANY)), given))
                .isEqualTo(
                        new Coercion.Coerced(list("all", Json.Obj.EMPTY.with("name", "x")), notes));
    }

    @Test
    void findsTheObjectInsideAString() {
        assertThat(Coercion.object(new Json.Str(" {\"a\":\"b\"} ")))
                .contains(Json.Obj.EMPTY.with("a", "b"));
        assertThat(Coercion.object(new Json.Str("[1]"))).isEmpty();
        assertThat(Coercion.object(new Json.Str("{"))).isEmpty();
        assertThat(Coercion.object(new Json.Str("a"))).isEmpty();
    }

    private static Shape.Fields one(String name, Shape shape) {
        return new Shape.Fields(List.of(new Shape.Field(name, shape, "", true, false)));
    }

    private static Json.Obj list(String name, Json only) {
        return new Json.Obj(Map.of(name, new Json.Arr(List.of(only))));
    }
}
