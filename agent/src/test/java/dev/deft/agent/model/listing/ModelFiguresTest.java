package dev.deft.agent.model.listing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Price;
import dev.deft.agent.config.Settings;
import dev.deft.agent.model.listing.ModelFigures.Cost;
import dev.deft.agent.model.listing.ModelFigures.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFiguresTest {

    private static final ListedModel LISTED =
            new ListedModel(
                    "gpt-4o",
                    OptionalInt.of(64_000),
                    OptionalInt.of(999_000),
                    OptionalInt.of(2_000),
                    Optional.of(new Price(1, 2, 3, 4)),
                    true);

    @TempDir Path home;

    private Settings settings(String json, String... variable) throws IOException {
        Path file = home.resolve("config/agent.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, json);
        Map<String, String> environment =
                variable.length == 0
                        ? Map.of("DEFT_HOME", home.toString())
                        : Map.of("DEFT_HOME", home.toString(), variable[0], variable[1]);
        return Configuration.ofUser(environment).settings();
    }

    @Test
    void comeFromTheTableWhenNobodySaysMore() throws IOException {
        assertThat(ModelFigures.of(settings("{}"), "openai/gpt-4o", Optional.empty()))
                .isEqualTo(
                        new ModelFigures(
                                new Tokens(128_000, Origin.TABLE),
                                new Tokens(16_384, Origin.TABLE),
                                Optional.of(
                                        new Cost(new Price(2.5, 10, 1.25, 2.5), Origin.TABLE))));
    }

    @Test
    void comeFromTheServerBeforeTheTable() throws IOException {
        assertThat(ModelFigures.of(settings("{}"), "openai/gpt-4o", Optional.of(LISTED)))
                .isEqualTo(
                        new ModelFigures(
                                new Tokens(64_000, Origin.SERVICE),
                                new Tokens(2_000, Origin.SERVICE),
                                Optional.of(new Cost(new Price(1, 2, 3, 4), Origin.SERVICE))));
    }

    @Test
    void comeFromTheSettingsBeforeTheServer() throws IOException {
        Settings settings =
                settings(
                        """
                        {"models": {"gpt-4o": {"context": 1000, "max_output": 100}},
                         "prices": {"openai/gpt-4o": {"input": 7, "output": 8}}}
                        """);
        assertThat(ModelFigures.of(settings, "openai/gpt-4o", Optional.of(LISTED)))
                .isEqualTo(
                        new ModelFigures(
                                new Tokens(1_000, Origin.SETTINGS),
                                new Tokens(100, Origin.SETTINGS),
                                Optional.of(new Cost(new Price(7, 8, 7, 7), Origin.SETTINGS))));
        assertThat(
                        ModelFigures.of(
                                        settings("{}", "DEFT_CONTEXT_TOKENS", "5000"),
                                        "openai/gpt-4o",
                                        Optional.of(LISTED))
                                .context())
                .isEqualTo(new Tokens(5_000, Origin.SETTINGS));
    }

    @Test
    void sayWhenTheServerMayRunWithLess() throws IOException {
        ListedModel unloaded =
                ListedModel.named("own").withWindow(OptionalInt.empty(), OptionalInt.of(40_960));
        assertThat(ModelFigures.of(settings("{}"), "openai/own", Optional.of(unloaded)))
                .isEqualTo(
                        new ModelFigures(
                                new Tokens(40_960, Origin.AT_MOST),
                                new Tokens(8_192, Origin.DEFAULT),
                                Optional.empty()));
    }

    @Test
    void areDefaultsForUnknownModels() throws IOException {
        assertThat(ModelFigures.of(settings("{}"), "openai/nobody-knows", Optional.empty()))
                .isEqualTo(
                        new ModelFigures(
                                new Tokens(128_000, Origin.DEFAULT),
                                new Tokens(8_192, Origin.DEFAULT),
                                Optional.empty()));
    }
}
