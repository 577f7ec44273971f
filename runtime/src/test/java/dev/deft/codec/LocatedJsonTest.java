package dev.deft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.LocatedJson.Position;
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
    void parsesTheSameValueAsJsonText() throws Exception {
        assertThat(LocatedJson.parse(TEXT).value()).isEqualTo(JsonText.parse(TEXT));
    }

    @Test
    void hasThePositionsOfNamesAndValues() throws Exception {
        LocatedJson all = LocatedJson.parse(TEXT);
        LocatedJson.Field list = all.find("list").orElseThrow();
        assertThat(all.position()).isEqualTo(new Position(1, 1));
        assertThat(all.find("a").orElseThrow().position()).isEqualTo(new Position(2, 3));
        assertThat(all.find("a").orElseThrow().value().position()).isEqualTo(new Position(2, 8));
        assertThat(list.value().items().getFirst().position()).isEqualTo(new Position(3, 12));
        assertThat(list.value().items().getLast().find("b").orElseThrow().position())
                .isEqualTo(new Position(4, 13));
    }

    @Test
    void rejectsWhatJsonTextRejects() {
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
