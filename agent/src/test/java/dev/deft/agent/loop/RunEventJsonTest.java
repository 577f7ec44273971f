package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunEventJsonTest {

    @Test
    void tellsTitleAndMetadataOfProgressOnlyWhereThereAreAny() {
        assertThat(
                        RunEventJson.write(
                                        new RunEvent.ToolProgress(
                                                "c1", "half way", Optional.empty(), Json.Obj.EMPTY))
                                .toString())
                .isEqualTo("{\"type\":\"tool_progress\",\"id\":\"c1\",\"text\":\"half way\"}");
        assertThat(
                        RunEventJson.write(
                                        new RunEvent.ToolProgress(
                                                "c1",
                                                "",
                                                Optional.of("Copying"),
                                                Json.Obj.EMPTY.with("done", Json.Num.of(2))))
                                .toString())
                .isEqualTo(
                        "{\"type\":\"tool_progress\",\"id\":\"c1\",\"text\":\"\",\"title\":\"Copying\",\"metadata\":{\"done\":2}}");
    }
}
