package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnswerSchemaTest {

    private static final AnswerSchema LIST =
            AnswerSchema.parse("{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}");

    private static AnswerSchema.Reading fitting(String json) throws JsonSyntaxException {
        return new AnswerSchema.Reading.Fitting(JsonText.parse(json));
    }

    @Test
    void takesTheLastValueThatFits() throws JsonSyntaxException {
        assertThat(LIST.read("First [1], then [2, 3]; not [\"x\"].")).isEqualTo(fitting("[2,3]"));
        assertThat(LIST.read("```\n[1]\n```\nor\n~~~json\n[2]\n~~~\n")).isEqualTo(fitting("[2]"));
        assertThat(LIST.read("[see] (a [b) \"[\" [7]")).isEqualTo(fitting("[7]"));
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(LIST.read("{}"))
                .isEqualTo(
                        new AnswerSchema.Reading.Unfit("the answer must be array, not an object."));
        assertThat(LIST.read(" ")).isEqualTo(new AnswerSchema.Reading.Unfit("there is no text."));
        assertThat(LIST.read("none")).isInstanceOf(AnswerSchema.Reading.Unfit.class);
    }

    @Test
    void isReadFromOldSchemasToo() throws JsonSyntaxException {
        AnswerSchema schema =
                AnswerSchema.parse(
                        "{\"$ref\":\"#/definitions/n\",\"definitions\":{\"n\":{\"type\":\"integer\"}}}");
        assertThat(schema.read("7")).isEqualTo(fitting("7"));
        assertThatThrownBy(() -> AnswerSchema.parse("true"))
                .hasMessageContaining("it is not a schema: must be an object");
    }

    @Test
    void readsAnyTextWithoutTakingForever() {
        var random = new Random(13);
        for (int round = 0; round < 300; round++) {
            var text = new StringBuilder();
            for (int i = random.nextInt(400); i > 0; i--) {
                text.append("[]{}\"\\,:1 a`\n~".charAt(random.nextInt(14)));
            }
            AnswerSchema.Reading reading = LIST.read(text.toString());
            if (reading instanceof AnswerSchema.Reading.Fitting(Json value)) {
                assertThat(value).isInstanceOf(Json.Arr.class);
            }
        }
        assertThat(LIST.read("[".repeat(1_000_000) + "\"" + "{".repeat(1_000_000)))
                .isInstanceOf(AnswerSchema.Reading.Unfit.class);
    }
}
