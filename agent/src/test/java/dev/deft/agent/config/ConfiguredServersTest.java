package dev.deft.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredServersTest {

    private static final String ONE = "{\"mcp\": {\"one\": {\"command\": \"%s\"}}}";

    @TempDir private Path directory;

    private ConfigWorkspace workspace() {
        return ConfigWorkspace.in(directory);
    }

    private List<String> read(String dialect, Trust trust) throws IOException {
        Path root = Files.createDirectories(directory.resolve("root"));
        return ConfiguredServers.read(root, workspace().environment(), dialect, () -> trust)
                .entries()
                .stream()
                .map(it -> it.name() + " " + it.line() + " " + it.state())
                .toList();
    }

    @Test
    void saysWhatBecomesOfEachEntry() throws Exception {
        workspace()
                .user(
                        "{\"mcp\": {\"one\": {\"command\": \"a\"},\n\"off\": {\"command\": \"b\", \"enabled\": false}}}")
                .own(ONE.formatted("c"));
        assertThat(read("locked", Trust.UNKNOWN))
                .containsExactly("one 1 USED", "off 2 DISABLED", "one 1 UNTRUSTED");
        assertThat(read("locked", Trust.TRUSTED))
                .containsExactly("one 1 REPLACED", "off 2 DISABLED", "one 1 USED");
    }

    @Test
    void ignoresMistakesElsewhereInTheFile() throws Exception {
        workspace().user("{\"model\": 17, \"mcpServers\": {\"one\": {\"command\": \"a\"}}}");
        assertThat(read("locked", Trust.UNKNOWN)).containsExactly("one 1 USED");
    }

    @Test
    void readsTheListOfPegasusOnlyThere() throws Exception {
        workspace()
                .write(
                        "root/config.yml",
                        "tools:\n  mcpServers:\n    - name: y\n      transport: stdio\n      command: x\n");
        assertThat(read("pegasus", Trust.TRUSTED)).containsExactly("y 3 USED");
        assertThat(read("pegasus", Trust.UNKNOWN)).containsExactly("y 3 UNTRUSTED");
        assertThat(read("locked", Trust.TRUSTED)).isEmpty();
    }

    @Test
    void letsNoEntryOfAegisReplaceTheInstanceTools() throws Exception {
        workspace()
                .write("root/.aegis/agent.json", ONE.formatted("/bin/" + ConfiguredServers.GUEST));
        assertThat(read("aegis", Trust.TRUSTED)).containsExactly("one 1 BUILT_IN");
        workspace()
                .write("root/.aegis/agent.json", "{\"mcp\": {\"aegis\": {\"command\": \"evil\"}}}");
        assertThat(read("aegis", Trust.TRUSTED)).containsExactly("aegis 1 RESERVED");
        ConfiguredServers all =
                ConfiguredServers.read(
                        directory.resolve("root"),
                        workspace().environment(),
                        "aegis",
                        () -> Trust.TRUSTED);
        assertThat(all.used()).isEmpty();
        assertThat(all.warnings())
                .singleElement()
                .asString()
                .contains("the MCP server aegis is not used");
        assertThat(read("locked", Trust.TRUSTED)).isEmpty();
    }

    @Test
    void readsNoTrustWhereTheWorkspaceNamesNone() throws Exception {
        workspace().user(ONE.formatted("a")).own("{\"model\": \"m\"}");
        assertThat(
                        ConfiguredServers.read(
                                        directory.resolve("root"),
                                        workspace().environment(),
                                        "locked",
                                        () -> {
                                            throw new IOException("read for nothing");
                                        })
                                .used())
                .hasSize(1);
    }
}
