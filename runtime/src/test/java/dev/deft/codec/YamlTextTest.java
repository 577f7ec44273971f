package dev.deft.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.LocatedJson.Position;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YamlTextTest {

    @Test
    void parsesAMappingWithPositions() throws Exception {
        LocatedJson read =
                YamlText.parse(
                        """
                        # a comment
                        tools:
                          timeout: 30000
                          rate: 0.5
                          paths: ["./data", docs]
                          on: true
                          none: null
                        """);
        assertThat(read.value())
                .isEqualTo(
                        JsonText.parse(
                                """
                                {"tools":{"timeout":30000,"rate":0.5,"paths":["./data","docs"],
                                "on":true,"none":null}}
                                """));
        LocatedJson.Field tools = read.find("tools").orElseThrow();
        assertThat(tools.position()).isEqualTo(new Position(2, 1));
        assertThat(tools.value().find("timeout").orElseThrow().value().position())
                .isEqualTo(new Position(3, 12));
    }

    @Test
    void parsesAnEmptyFileAsAnEmptyObject() throws Exception {
        assertThat(YamlText.parse("# nothing\n").value()).isEqualTo(Json.Obj.EMPTY);
    }

    @Test
    void namesThePositionOfAnError() {
        assertThatThrownBy(() -> YamlText.parse("a: 1\nb: [1, 2\nc: 3\n"))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessageMatching(".+ \\(line \\d+, column \\d+\\)")
                .hasMessageNotContaining("\n");
    }

    @Test
    void rejectsAliasesDuplicateKeysAndSecondDocuments() {
        assertThatThrownBy(() -> YamlText.parse("a: &x [1]\nb: *x\n"))
                .hasMessageContaining("an alias (*name) stands here")
                .hasMessageContaining("line 2");
        assertThatThrownBy(() -> YamlText.parse("a: 1\na: 2\n"))
                .hasMessage("the key \"a\" is there twice (line 2, column 1)");
        assertThatThrownBy(() -> YamlText.parse("a: 1\n---\nb: 2\n"))
                .hasMessageContaining("second document");
    }

    /// The library fails where one of its chunks ends within such a character.
    @Test
    void parsesCharactersOfTwoUnitsAnywhere() throws Exception {
        for (int length = 1_000; length < 1_060; length++) {
            String text = "x".repeat(length) + "😀".repeat(40);
            assertThat(YamlText.parse("a: " + text).value())
                    .isEqualTo(Json.Obj.of(Map.of("a", text)));
            assertThat(StrictYaml.parse("a: " + text).value())
                    .isEqualTo(Json.Obj.of(Map.of("a", text)));
        }
    }
}
