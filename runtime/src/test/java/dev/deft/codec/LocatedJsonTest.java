package dev.deft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.LocatedJson.Place;
import dev.deft.json.JsonSyntaxException;
import org.junit.jupiter.api.Test;

class LocatedJsonTest {

    private static final String TEXT =
            """
            {
              "a": 1,
              "list": [true,
                       {"b": "x"}]
            }
            """;

    @Test
    void readsTheSameValueAsThePlainReader() throws Exception {
        assertThat(LocatedJson.parse(TEXT).value()).isEqualTo(JsonText.parse(TEXT));
    }

    @Test
    void knowsWhereNamesAndValuesStand() throws Exception {
        LocatedJson all = LocatedJson.parse(TEXT);
        LocatedJson.Field list = all.find("list").orElseThrow();
        assertThat(all.place()).isEqualTo(new Place(1, 1));
        assertThat(all.find("a").orElseThrow().place()).isEqualTo(new Place(2, 3));
        assertThat(all.find("a").orElseThrow().value().place()).isEqualTo(new Place(2, 8));
        assertThat(list.value().items().getFirst().place()).isEqualTo(new Place(3, 12));
        assertThat(list.value().items().getLast().find("b").orElseThrow().place())
                .isEqualTo(new Place(4, 13));
    }

    @Test
    void refusesWhatThePlainReaderRefuses() {
        for (String text :
                new String[] {"", "{", "{\"a\":1,\"a\":2}", "1 2", "{\"a\":}", "// no"}) {
            assertThatThrownBy(() -> LocatedJson.parse(text))
                    .as(text)
                    .isInstanceOf(JsonSyntaxException.class)
                    .hasMessage(messageOf(text));
        }
    }

    private static String messageOf(String text) {
        try {
            return "read as " + JsonText.parse(text);
        } catch (JsonSyntaxException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
