package dev.deft.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.CharBuffer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void convertsJavaValues() {
        var values = new LinkedHashMap<String, Object>();
        values.put("text", CharBuffer.wrap("a\"b"));
        values.put("whole", 3);
        values.put("large", 9_007_199_254_740_993L);
        values.put("half", 0.5);
        values.put("exact", new BigDecimal("1.10"));
        values.put("flag", true);
        values.put("unit", TimeUnit.SECONDS);
        values.put("list", List.of("x", List.of(1, Map.of("deep", false))));
        values.put("json", Json.Null.VALUE);
        assertThat(Json.Obj.of(values))
                .hasToString(
                        "{\"text\":\"a\\\"b\",\"whole\":3,\"large\":9007199254740993,\"half\":0.5,"
                                + "\"exact\":1.10,\"flag\":true,\"unit\":\"SECONDS\","
                                + "\"list\":[\"x\",[1,{\"deep\":false}]],\"json\":null}");
    }

    @Test
    void rejectsOtherJavaValues() {
        assertThatThrownBy(() -> Json.of(List.of(Instant.EPOCH)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "JSON supports texts, numbers, booleans, lists and maps, but not java.time.Instant");
    }
}
