package dev.deft.agent.model.wires;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsTest {

    @TempDir Path home;

    private String name(Optional<String> asked, Map<String, String> variables) throws IOException {
        var environment = new LinkedHashMap<String, String>(variables);
        environment.put("DEFT_HOME", home.toString());
        try (Model model = Models.from(environment, asked)) {
            return model.name();
        }
    }

    @Test
    void takesTheUsualModelOfTheProviderWhoseKeyIsThere() throws IOException {
        assertThat(name(Optional.empty(), Map.of("OPENAI_API_KEY", "k"))).startsWith("openai/gpt-");
        assertThat(name(Optional.empty(), Map.of("ANTHROPIC_API_KEY", "k")))
                .startsWith("anthropic/claude-");
    }

    @Test
    void takesTheModelThatIsNamed() throws IOException {
        Files.createDirectories(home.resolve("config"));
        Files.writeString(home.resolve("config/agent.json"), "{\"model\": \"openai/of-the-file\"}");
        Map<String, String> key = Map.of("OPENAI_API_KEY", "k");
        assertThat(name(Optional.empty(), key)).isEqualTo("openai/of-the-file");
        assertThat(name(Optional.of("openai/asked"), key)).isEqualTo("openai/asked");
        assertThat(
                        name(
                                Optional.empty(),
                                Map.of("OPENAI_API_KEY", "k", "DEFT_MODEL", "openai/set")))
                .isEqualTo("openai/set");
    }

    @Test
    void saysWhatIsMissing() {
        assertThatThrownBy(() -> name(Optional.empty(), Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("set ANTHROPIC_API_KEY or OPENAI_API_KEY");
    }
}
