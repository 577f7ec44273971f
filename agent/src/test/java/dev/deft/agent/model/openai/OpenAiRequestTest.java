package dev.deft.agent.model.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.http.WireFixture;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenAiRequestTest {

    @ParameterizedTest
    @CsvSource({
        "https://api.openai.com/v1, max_completion_tokens, max_tokens",
        "https://openrouter.ai/api/v1, max_tokens, max_completion_tokens",
        "http://localhost:11434/v1, max_tokens, max_completion_tokens"
    })
    void namesTheLongestAnswerAsTheServerKnowsIt(String url, String name, String other)
            throws IOException {
        var wire = new OpenAiWire(WireFixture.settings("openai", url), () -> "made");
        byte[] request = wire.exchange(WireFixture.prompt("Go.")).request().bytes();

        assertThat(JsonText.parseObject(new String(request, StandardCharsets.UTF_8)).fields())
                .containsEntry(name, Json.Num.of(1_000))
                .doesNotContainKey(other);
    }
}
