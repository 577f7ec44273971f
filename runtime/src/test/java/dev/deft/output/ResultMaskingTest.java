package dev.deft.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.tool.ToolResult;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultMaskingTest {

    record Data(String content) {}

    @Test
    void writesTheDataOfEachResult() {
        var one = new Data("one");
        var other = new Data("other");
        for (int i = 0; i < 3; i++) {
            assertThat(ResultMasking.json(one)).isEqualTo(Json.Obj.of(Map.of("content", "one")));
            assertThat(ResultMasking.json(one)).isEqualTo(Json.Obj.of(Map.of("content", "one")));
            assertThat(ResultMasking.json(other))
                    .isEqualTo(Json.Obj.of(Map.of("content", "other")));
        }
    }

    @Test
    void hasMaskedDataAlsoWhereItWroteThemBefore() {
        var masking = new ResultMasking(new SecretMask(Map.of("A", "value-of-a"), _ -> false));
        var data = new Data("It is value-of-a.");
        assertThat(ResultMasking.json(data).text("content")).hasValue("It is value-of-a.");

        ToolResult masked = masking.of(ToolResult.output(data, "value-of-a", "title"));

        assertThat(masked).isInstanceOf(ToolResult.Output.class);
        assertThat(ResultMasking.json(((ToolResult.Output) masked).data()).text("content"))
                .hasValue("It is " + SecretMask.MASK + ".");
    }
}
