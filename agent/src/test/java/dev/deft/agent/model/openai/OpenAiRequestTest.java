package dev.deft.agent.model.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.http.ToolNames;
import dev.deft.agent.model.http.WireFixture;
import dev.deft.json.Json;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenAiRequestTest {

    @ParameterizedTest
    @CsvSource({
        "https://api.openai.com/v1, max_completion_tokens, max_tokens",
        "https://openrouter.ai/api/v1, max_tokens, max_completion_tokens",
        "http://localhost:11434/v1, max_tokens, max_completion_tokens"
    })
    void namesTheLongestAnswerAsTheServerKnowsIt(String url, String name, String other) {
        Json.Obj request =
                OpenAiRequest.of(
                        WireFixture.settings("openai", url),
                        WireFixture.prompt("Go."),
                        new ToolNames(List.of(), 64));
        assertThat(request.fields())
                .containsEntry(name, Json.Num.of(1_000))
                .doesNotContainKey(other);
    }
}
