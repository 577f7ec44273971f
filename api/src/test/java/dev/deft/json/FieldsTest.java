package dev.deft.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Compares with a map of the JDK.
class FieldsTest {

    @Test
    void haveTheEntriesOfALinkedHashMap() {
        var random = new Random(7);
        for (int round = 0; round < 500; round++) {
            Map<String, Json> judge = new LinkedHashMap<>();
            var object = Json.Obj.EMPTY;
            for (int i = 0; i < random.nextInt(40); i++) {
                String name = "f" + random.nextInt(30);
                Json value = Json.Num.of(random.nextInt(1000));
                judge.put(name, value);
                object = object.with(name, value);
            }
            assertThat(object.fields()).isEqualTo(judge).hasSameHashCodeAs(judge);
            assertThat(List.copyOf(object.fields().keySet()))
                    .isEqualTo(List.copyOf(judge.keySet()));
            assertThat(List.copyOf(object.fields().values()))
                    .isEqualTo(List.copyOf(judge.values()));
            assertThat(object).isEqualTo(new Json.Obj(judge));
            for (int i = 0; i < 31; i++) {
                assertThat(object.find("f" + i).orElse(Json.Null.VALUE))
                        .isEqualTo(judge.getOrDefault("f" + i, Json.Null.VALUE));
                assertThat(object.without("f" + i).fields().containsKey("f" + i)).isFalse();
            }
        }
    }

    @Test
    void doNotChangeWhenACopyDoes() {
        Json.Obj one = Json.Obj.EMPTY.with("a", "1");
        Json.Obj other = one.with("a", "2").with("b", "3");
        assertThat(one.fields()).containsOnlyKeys("a");
        assertThat(one.text("a")).contains("1");
        assertThat(other.text("a")).contains("2");
    }
}
