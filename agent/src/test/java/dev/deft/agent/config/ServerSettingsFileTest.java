package dev.deft.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerSettingsFileTest {

    private static final Json.Obj ENTRY =
            Json.Obj.EMPTY.with("command", "npx").with("enabled", new Json.Bool(true));

    @TempDir private Path home;
    private Path file;

    @BeforeEach
    void chooseTheFile() {
        file = home.resolve("config/agent.json");
    }

    private ServerSettingsFile servers() {
        return ServerSettingsFile.ofUser(Map.of("DEFT_HOME", home.toString()));
    }

    private void write(String text) throws IOException {
        Files.createDirectories(home.resolve("config"));
        Files.writeString(file, text);
    }

    @Test
    void makesAPrivateFileWhereThereIsNone() throws Exception {
        servers().add("a", ENTRY);
        assertThat(file)
                .hasContent(
                        """
                        {
                          "mcp": {
                            "a": {
                              "command": "npx",
                              "enabled": true
                            }
                          }
                        }
                        """);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(servers().remove("a")).isTrue();
        assertThat(servers().remove("a")).isFalse();
        assertThat(file).hasContent("{\n  \"mcp\": {}\n}\n");
    }

    @Test
    void keepsEverythingElseAsItIsWritten() throws Exception {
        String text =
                "{ \"zz\" :1.50e0,\n\t\"mcp\":\t{\n\t\t\"b\":{\"url\":\"http://h/\\u0041\"} },\n \"model\":\"m\" }\n\n";
        write(text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        servers().add("a", ENTRY);
        assertThat(Files.readString(file))
                .startsWith(
                        "{ \"zz\" :1.50e0,\n\t\"mcp\":\t{\n\t\t\"b\":{\"url\":\"http://h/\\u0041\"},\n\t\t\"a\": {")
                .endsWith("} },\n \"model\":\"m\" }\n\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r--r--");
        servers().remove("a");
        assertThat(Files.readString(file)).isEqualTo(text);
        servers().add("c", ENTRY);
        servers().remove("b");
        assertThat(servers().has("b")).isFalse();
        assertThat(servers().has("c")).isTrue();
    }

    @Test
    void usesTheKeyThatTheFileHas() throws Exception {
        write("{\"mcpServers\": {\"b\": {\"command\": \"x\"}}}");
        servers().add("a", Json.Obj.EMPTY.with("command", "y"));
        assertThat(Files.readString(file))
                .isEqualTo(
                        "{\"mcpServers\": {\"b\": {\"command\": \"x\"}, \"a\": {\"command\":\"y\"}}}");
    }

    @Test
    void changesNothingWhereSomethingIsWrong() throws Exception {
        for (String text : new String[] {"{", "[]", "{\"mcp\": 1}", "{\"mcp\": {\"x y\": {}}}"}) {
            write(text);
            assertThatThrownBy(() -> servers().add("a", ENTRY))
                    .as(text)
                    .isInstanceOf(IOException.class);
            assertThat(Files.readString(file)).isEqualTo(text);
        }
        write("{}");
        Json.Obj secret =
                Json.Obj.EMPTY
                        .with("command", "x")
                        .with("env", Json.Obj.EMPTY.with("GITHUB_TOKEN", "abc"));
        assertThatThrownBy(() -> servers().add("a", secret))
                .hasMessageContaining("put it into an environment variable and write ${NAME} here");
        assertThatThrownBy(() -> servers().add("a.b", ENTRY)).hasMessageContaining("the name");
        assertThat(Files.readString(file)).isEqualTo("{}");
    }

    @Test
    void followsNoLinkOfAWorkspace() throws Exception {
        Path root = Files.createDirectories(home.resolve("root"));
        Files.createDirectories(root.resolve(".deft"));
        write("{}");
        Files.createSymbolicLink(root.resolve(".deft/agent.json"), file);
        assertThatThrownBy(() -> ServerSettingsFile.ofWorkspace(root, "locked"))
                .hasMessageContaining("is a link");
        Path other = Files.createDirectories(home.resolve("other"));
        Files.createSymbolicLink(other.resolve(".deft"), home.resolve("config"));
        assertThatThrownBy(() -> ServerSettingsFile.ofWorkspace(other, "locked"))
                .hasMessageContaining("is a link");
    }

    /// Any layout: what is added and removed again leaves the text as it was.
    @Test
    void takesBackWhatItAddedInAnyLayout() throws Exception {
        var random = new Random(14);
        for (int i = 0; i < 300; i++) {
            String text = laidOut(random);
            write(text);
            servers().add("added", ENTRY);
            Json.Obj after = JsonText.parseObject(Files.readString(file));
            assertThat(((Json.Obj) after.find("mcp").orElseThrow()).find("added")).contains(ENTRY);
            servers().remove("added");
            Json.Obj again = JsonText.parseObject(Files.readString(file));
            Json.Obj before = JsonText.parseObject(text);
            assertThat(again.find("mcp").orElseThrow())
                    .as(text)
                    .isEqualTo(before.find("mcp").orElse(Json.Obj.EMPTY));
            assertThat(again.without("mcp")).isEqualTo(before.without("mcp"));
        }
    }

    private static String laidOut(Random random) {
        String[] blanks = {"", " ", "\n", "\n  ", "\t", "\r\n "};
        String[] others = {
            "\"model\":\"a{b\\\"}\"", "\"x\":[1,{\"y\":[]}]", "\"z\":null", "\"max_steps\":-1.5e3"
        };
        var parts = new StringBuilder("{");
        String separator = "";
        for (int i = random.nextInt(3); i >= 0; i--) {
            parts.append(separator)
                    .append(blanks[random.nextInt(blanks.length)])
                    .append(others[i])
                    .append(blanks[random.nextInt(blanks.length)]);
            separator = ",";
        }
        for (int i = random.nextInt(2); i > 0; i--) {
            parts.append(",")
                    .append(blanks[random.nextInt(blanks.length)])
                    .append("\"mcp\":{")
                    .append(blanks[random.nextInt(blanks.length)])
                    .append(random.nextBoolean() ? "\"b\":{\"command\":\"}\"}" : "")
                    .append("}");
        }
        return parts + "}";
    }
}
