package dev.deft.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RecordsTest {

    enum Size {
        VERY_SMALL,
        LARGE
    }

    record Inner(String someName, OptionalInt count) {}

    record Outer(
            String text,
            int whole,
            long longer,
            double decimal,
            boolean flag,
            Size size,
            Optional<String> maybe,
            List<Inner> inners,
            Map<String, Integer> byName,
            Json anything) {}

    private static final Outer VALUE =
            new Outer(
                    "t",
                    1,
                    2L,
                    0.5,
                    true,
                    Size.VERY_SMALL,
                    Optional.empty(),
                    List.of(new Inner("a", OptionalInt.of(3)), new Inner("b", OptionalInt.empty())),
                    Map.of("x", 7),
                    Json.Null.VALUE);

    @Test
    void writesSnakeCaseNamesAndOmitsEmptyOptionals() {
        assertThat(JsonText.write(Records.write(VALUE)))
                .isEqualTo(
                        "{\"text\":\"t\",\"whole\":1,\"longer\":2,\"decimal\":0.5,\"flag\":true,\"size\":\"very_small\","
                                + "\"inners\":[{\"some_name\":\"a\",\"count\":3},{\"some_name\":\"b\"}],"
                                + "\"by_name\":{\"x\":7},\"anything\":null}");
    }

    @Test
    void readsWhatItHasWritten() {
        assertThat(Records.read(Outer.class, Records.write(VALUE))).isEqualTo(VALUE);
    }

    @Test
    void clampsNumbersThatAreTooLarge() throws Exception {
        assertThat(
                        Records.read(
                                Inner.class,
                                JsonText.parseObject(
                                        "{\"some_name\":\"a\",\"count\":99999999999}")))
                .isEqualTo(new Inner("a", OptionalInt.of(Integer.MAX_VALUE)));
    }
}
