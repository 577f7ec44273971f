package dev.deft.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.json.Json;
import dev.deft.tool.Bounds;
import dev.deft.tool.DialectOnly;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordShapesTest {

    private static final Shape.Text TEXT = new Shape.Text(Shape.Span.ANY, List.of());
    private static final Shape.Span FEW = new Shape.Span(1, 3);

    enum Mood {
        GOOD,
        NOT_GOOD
    }

    record Plain(
            String text,
            int number,
            Integer boxedNumber,
            long big,
            Long boxedBig,
            double share,
            Double boxedShare,
            boolean flag,
            Boolean boxedFlag,
            Mood mood,
            Json.Obj object,
            Json any) {}

    record Several(List<String> texts, Map<String, Integer> counts, Inner inner) {}

    record Inner(String name) {}

    record Optionals(
            Optional<String> text,
            OptionalInt number,
            OptionalLong big,
            OptionalDouble share,
            Optional<List<String>> texts) {}

    record Bounded(
            @Bounds(min = 1, max = 3) String text,
            @Bounds(min = 1, max = 3) OptionalInt number,
            @Bounds(min = 1, max = 3) Optional<Double> share,
            @Bounds(min = 1, max = 3) List<String> texts,
            @Bounds(min = 1) long least,
            @Bounds(max = 3) long most) {}

    record Described(
            @Doc("Where to start") String startLine,
            @DialectOnly Optional<String> hidden,
            @DialectOnly String hiddenText) {}

    record OfSets(Set<String> names) {}

    record OfInstants(Instant at) {}

    record OfNumbers(Json.Num number) {}

    record Nothing() {}

    @Test
    void givesEveryTypeItsShape() throws Exception {
        assertThat(shape("Plain").fields())
                .containsExactly(
                        required("text", TEXT),
                        required("number", new Shape.Whole(Shape.Span.ANY)),
                        required("boxed_number", new Shape.Whole(Shape.Span.ANY)),
                        required("big", new Shape.Whole(Shape.Span.ANY)),
                        required("boxed_big", new Shape.Whole(Shape.Span.ANY)),
                        required("share", new Shape.Decimal(Shape.Span.ANY)),
                        required("boxed_share", new Shape.Decimal(Shape.Span.ANY)),
                        required("flag", new Shape.Flag()),
                        required("boxed_flag", new Shape.Flag()),
                        required(
                                "mood",
                                new Shape.Text(Shape.Span.ANY, List.of("good", "not_good"))),
                        required("object", new Shape.Dictionary(new Shape.Anything())),
                        required("any", new Shape.Anything()));
    }

    @Test
    void describesListsMapsAndRecordsByWhatIsInThem() throws Exception {
        assertThat(shape("Several").fields())
                .containsExactly(
                        required("texts", new Shape.Items(TEXT, Shape.Span.ANY)),
                        optional("counts", new Shape.Dictionary(new Shape.Whole(Shape.Span.ANY))),
                        required("inner", new Shape.Fields(List.of(required("name", TEXT)))));
    }

    @Test
    void requiresNoOptional() throws Exception {
        assertThat(shape("Optionals").fields())
                .containsExactly(
                        optional("text", TEXT),
                        optional("number", new Shape.Whole(Shape.Span.ANY)),
                        optional("big", new Shape.Whole(Shape.Span.ANY)),
                        optional("share", new Shape.Decimal(Shape.Span.ANY)),
                        optional("texts", new Shape.Items(TEXT, Shape.Span.ANY)));
    }

    @Test
    void boundsLengthsNumbersAndCounts() throws Exception {
        assertThat(shape("Bounded").fields())
                .containsExactly(
                        required("text", new Shape.Text(FEW, List.of())),
                        optional("number", new Shape.Whole(FEW)),
                        optional("share", new Shape.Decimal(FEW)),
                        required("texts", new Shape.Items(TEXT, FEW)),
                        required("least", new Shape.Whole(new Shape.Span(1, Long.MAX_VALUE))),
                        required("most", new Shape.Whole(new Shape.Span(Long.MIN_VALUE, 3))));
    }

    @Test
    void takesDescriptionsAndHidesWhatOnlyDialectsFillIn() throws Exception {
        assertThat(shape("Described").fields())
                .containsExactly(
                        new Shape.Field("start_line", TEXT, "Where to start", true, false),
                        new Shape.Field("hidden", TEXT, "", false, true),
                        new Shape.Field("hidden_text", TEXT, "", false, true));
    }

    @ParameterizedTest
    @CsvSource({
        "OfSets, java.util.Set<java.lang.String>",
        "OfInstants, java.time.Instant",
        "OfNumbers, dev.deft.json.Json$Num"
    })
    void rejectsTypesThatHaveNoShape(String name, String type) {
        assertThatThrownBy(() -> shape(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a parameter cannot be a " + type);
    }

    @Test
    void knowsWhichRecordsNeedNoArgument() {
        assertThat(RecordShapes.mayBeEmpty(Nothing.class)).isTrue();
        assertThat(RecordShapes.mayBeEmpty(Optionals.class)).isTrue();
        assertThat(RecordShapes.mayBeEmpty(Several.class)).isFalse();
        assertThat(RecordShapes.mayBeEmpty(Plain.class)).isFalse();
    }

    private static Shape.Field required(String name, Shape shape) {
        return new Shape.Field(name, shape, "", true, false);
    }

    private static Shape.Field optional(String name, Shape shape) {
        return new Shape.Field(name, shape, "", false, false);
    }

    /// Shapes are cached for each class, so every call loads the record anew: it is derived here
    /// and now, not by an earlier test in the same process.
    private static Shape.Fields shape(String name) throws Exception {
        String record = RecordShapesTest.class.getName() + "$" + name;
        return RecordShapes.of(new Fresh().loadClass(record).asSubclass(Record.class));
    }

    private static final class Fresh extends ClassLoader {

        Fresh() {
            super(RecordShapesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(RecordShapesTest.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String path = name.replace('.', '/') + ".class";
            try (InputStream file = requireNonNull(getResourceAsStream(path))) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
