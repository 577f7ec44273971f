package dev.deft.app.interactive;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.config.McpServer;
import dev.deft.agent.model.Part;
import dev.deft.app.cli.FakeMcpServer;
import dev.deft.mcp.client.McpServers;
import dev.deft.mcp.client.McpSetup;
import dev.deft.mcp.client.ServerContents.McpPrompt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerOffersTest {

    @TempDir private Path directory;
    private McpServers servers;

    @BeforeEach
    void startAServer() throws Exception {
        Path program = FakeMcpServer.in(directory, "notes", "look");
        servers =
                McpServers.open(
                        List.of(
                                new McpServer.Program(
                                        "notes",
                                        program.toString(),
                                        List.of(),
                                        Map.of(),
                                        Optional.empty())),
                        McpSetup.of(
                                directory,
                                Map.of(
                                        "PATH",
                                        System.getenv("PATH"),
                                        "DEFT_HOME",
                                        directory.resolve("home").toString())));
        servers.awaitTools(Duration.ofSeconds(20));
    }

    @AfterEach
    void stopTheServer() {
        servers.close();
    }

    private static McpPrompt prompt(McpPrompt.Argument... arguments) {
        return new McpPrompt("s", "p", Optional.empty(), List.of(arguments));
    }

    private static McpPrompt.Argument argument(String name, boolean required) {
        return new McpPrompt.Argument(name, Optional.empty(), required);
    }

    @Test
    void offersPromptsAndResources() throws Exception {
        ServerOffers offers = ServerOffers.of(servers);
        assertThat(offers.prompts()).containsOnlyKeys("notes:greet");
        assertThat(offers.resources()).containsOnlyKeys("notes:note://one");
        assertThat(
                        ServerOffers.expanded(
                                requireNonNull(offers.prompts().get("notes:greet")),
                                "moon",
                                servers))
                .containsExactly(new Part.Text("Say hello to the moon."));
    }

    @Test
    void completesThemBesideCommandsAndFiles() throws Exception {
        var completer = new ChatCompleter();
        completer.files(List.of("notes.md"));
        completer.offers(ServerOffers.of(servers));
        assertThat(completer.complete("/notes:g", 8))
                .extracting(it -> it.insert())
                .containsExactly("/notes:greet ");
        assertThat(completer.complete("see @note", 9))
                .extracting(it -> it.insert())
                .containsExactlyInAnyOrder("@notes.md ", "@notes:note://one ");
    }

    @Test
    void attachesWhatAMessageNamesOfServersThatThereAre() throws Exception {
        assertThat(
                        ServerOffers.mentioned(
                                "Read @notes:note://one, and (@notes:two) but me@notes:x or @other:x",
                                servers))
                .containsExactly(
                        new ServerOffers.Mention("notes", "note://one"),
                        new ServerOffers.Mention("notes", "two"));
        assertThat(ServerOffers.read(new ServerOffers.Mention("notes", "note://one"), servers))
                .containsExactly(
                        new Part.Text(
                                "<resource server=\"notes\" uri=\"note://one\">\nBuy"
                                        + " milk.\n</resource>"));
    }

    @Test
    void fillsArgumentsInOrderOrByName() throws Exception {
        McpPrompt two = prompt(argument("who", true), argument("how", false));
        assertThat(ServerOffers.arguments(two, "moon very kindly"))
                .isEqualTo(Map.of("who", "moon", "how", "very kindly"));
        assertThat(ServerOffers.arguments(two, "how=kindly \"the moon\""))
                .isEqualTo(Map.of("who", "the moon", "how", "kindly"));
        assertThatThrownBy(() -> ServerOffers.arguments(two, "how=x"))
                .hasMessage("/s:p needs who; write it behind the command.");
        assertThat(ServerOffers.arguments(prompt(), "ignored")).isEmpty();
    }
}
