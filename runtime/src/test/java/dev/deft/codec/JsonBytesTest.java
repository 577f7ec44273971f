package dev.deft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonBytesTest {

    @Test
    void writesEveryCharacterAsTheTextHasIt() {
        for (int at = 0; at <= Character.MAX_VALUE; at++) {
            var text = new Json.Str("a" + (char) at + "b");

            String written = JsonText.writeWithLibrary(text);
            assertThat(JsonText.write(text)).as("U+%04X", at).isEqualTo(written);
            assertThat(JsonBytes.of(text))
                    .as("U+%04X", at)
                    .isEqualTo(written.getBytes(StandardCharsets.UTF_8));
            assertThat(JsonText.length(text)).as("U+%04X", at).isEqualTo(written.length());
        }
    }

    @Test
    void writesValuesAsTheTextHasThem() {
        var random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            Json value = value(random, 4);

            String written = JsonText.writeWithLibrary(value);
            assertThat(JsonText.write(value)).isEqualTo(written);
            assertThat(JsonBytes.of(value)).isEqualTo(written.getBytes(StandardCharsets.UTF_8));
            assertThat(JsonText.length(value)).isEqualTo(written.length());
        }
    }

    @Test
    void keepsHalvesOfPairsOfSurrogatesInATextAlone() {
        for (String text :
                List.of("?", "??\ud83d", "\ude00?", "\ud83d\ude00?", "\ud83d\ud83d\ude00", "")) {
            Json value = Json.Obj.of(Map.of("a?", new Json.Str(text)));
            assertThat(JsonText.write(value)).isEqualTo("{\"a?\":\"" + text + "\"}");
        }
    }

    private static Json value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 7)) {
            case 0 -> Json.Null.VALUE;
            case 1 -> new Json.Bool(random.nextBoolean());
            case 2 -> Json.Num.of(random.nextLong());
            case 3 -> Json.Num.of(random.nextDouble());
            case 4 -> new Json.Str(text(random));
            case 5 -> {
                List<Json> items = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(value(random, depth - 1));
                }
                yield new Json.Arr(items);
            }
            default -> {
                Map<String, Json> fields = new LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    fields.put(text(random), value(random, depth - 1));
                }
                yield new Json.Obj(fields);
            }
        };
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(20); i > 0; i--) {
            text.appendCodePoint(
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(0x20);
                        case 1 -> "\"\\/{}[],:".charAt(random.nextInt(9));
                        case 2 -> 0x1F600 + random.nextInt(10);
                        default -> 0x20 + random.nextInt(0x200);
                    });
        }
        return text.toString();
    }

    @Test
    void limitsTheDepthAsTheTextDoes() {
        Json value = Json.Null.VALUE;
        for (int i = 0; i < 2 * JsonText.MAX_DEPTH; i++) {
            value = new Json.Arr(List.of(value));
        }
        assertThat(JsonBytes.of(value)).hasSize(4 * JsonText.MAX_DEPTH + 4);

        Json deeper = new Json.Arr(List.of(value));
        assertThatThrownBy(() -> JsonText.write(deeper)).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> JsonBytes.of(deeper)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void writesAnObjectInPieces() {
        var json = new JsonBytes();
        json.add('{').field("a", Json.Num.of(1)).name("b").bytes(new byte[] {'[', ']'});
        json.add(',').shortenTo(json.length() - 1);
        json.add('}');

        assertThat(new String(json.toBytes(), StandardCharsets.UTF_8))
                .isEqualTo("{\"a\":1,\"b\":[]}");
        assertThat(json.last()).isEqualTo((byte) '}');
    }

    @Test
    void beginsAnewWhereItWasCleared() {
        var out = new JsonBytes();
        var deep = new ArrayList<Json>(List.of(Json.Null.VALUE));
        for (int i = 0; i < 2 * JsonText.MAX_DEPTH; i++) {
            deep.set(0, new Json.Arr(deep));
        }
        for (int i = 0; i < 3; i++) {
            out.clear();
            assertThatThrownBy(() -> out.value(new Json.Arr(deep)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        out.clear();
        out.value(new Json.Str("x".repeat(100_000)));
        out.clear();
        out.value(deep.getFirst());

        assertThat(out.toBytes()).isEqualTo(JsonBytes.of(deep.getFirst()));
        assertThat(out.hasBytes(JsonBytes.of(deep.getFirst()))).isTrue();
        assertThat(out.hasBytes(JsonBytes.of(Json.Null.VALUE))).isFalse();
    }
}
