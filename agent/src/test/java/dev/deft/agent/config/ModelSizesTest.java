package dev.deft.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelSizesTest {

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({
        "anthropic/claude-sonnet-4-5-20250929, 200000, 64000",
        "anthropic/claude-opus-4-1, 200000, 32000",
        "anthropic/claude-3-5-haiku-latest, 200000, 8192",
        "openai/us.anthropic.claude-3-5-sonnet-20241022-v2:0, 200000, 8192",
        "openai/anthropic/claude-3.7-sonnet, 200000, 64000",
        "openai/gpt-4o-mini, 128000, 16384",
        "openai/gpt-4.1-nano, 1047576, 32768",
        "openai/gpt-5.1, 400000, 128000",
        "openai/o3-mini, 200000, 100000",
        "openai/gemini-2.5-flash, 1048576, 65535",
        "openai/deepseek-chat, 131072, 8192",
        "openai/qwen2.5-coder:7b, 32768, 8192",
        "openai/Qwen/Qwen3-Coder-30B-A3B-Instruct, 262144, 65536",
        "openai/llama3.1:8b, 131072, 8192",
        "openai/meta-llama/Llama-3.1-8B-Instruct, 131072, 8192",
    })
    void matchesModelsByPrefix(String model, int context, int output) {
        assertThat(new ModelSizes(Map.of()).of(model))
                .isEqualTo(new ModelSizes.Size(OptionalInt.of(context), OptionalInt.of(output)));
    }

    @ParameterizedTest
    @CsvSource({"openai/gpt-4-1106-preview, 8192", "openai/llama3, 8192", "openai/mistral, 32768"})
    void matchesWholeNumbersOnly(String model, int context) {
        assertThat(new ModelSizes(Map.of()).of(model).context()).hasValue(context);
    }

    @Test
    void knowsNothingAboutUnknownModels() {
        assertThat(new ModelSizes(Map.of()).of("openai/my-own-model"))
                .isEqualTo(new ModelSizes.Size(OptionalInt.empty(), OptionalInt.empty()));
    }

    @Test
    void prefersTheSettingsOfTheUser() throws Exception {
        ModelSizes sizes =
                ConfigWorkspace.in(directory)
                        .user(
                                "{\"models\":{\"gpt-4o\":{\"context\":60000},"
                                        + "\"openai/mine\":{\"context\":8192,\"max_output\":1024}}}")
                        .read()
                        .settings()
                        .sizes();
        assertThat(sizes.of("openai/gpt-4o"))
                .isEqualTo(new ModelSizes.Size(OptionalInt.of(60000), OptionalInt.of(16384)));
        assertThat(sizes.of("openai/mine"))
                .isEqualTo(new ModelSizes.Size(OptionalInt.of(8192), OptionalInt.of(1024)));
    }
}
