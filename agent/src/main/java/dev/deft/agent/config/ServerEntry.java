package dev.deft.agent.config;

import dev.deft.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Reads one entry of an MCP server, whose schema was checked.
///
/// @param enabled whether it is started at all
/// @param trusted whether models read its descriptions in full
record ServerEntry(McpServer server, boolean enabled, boolean trusted) {

    private static final Json TRUE = new Json.Bool(true);
    private static final Json FALSE = new Json.Bool(false);

    static ServerEntry of(String name, Json.Obj json) {
        return new ServerEntry(
                server(name, json),
                isEnabled(json),
                json.find("trusted").equals(Optional.of(TRUE)));
    }

    /// Some clients write `disabled`.
    private static boolean isEnabled(Json.Obj json) {
        return !json.find("enabled").equals(Optional.of(FALSE))
                && !json.find("disabled").equals(Optional.of(TRUE));
    }

    private static McpServer server(String name, Json.Obj json) {
        Optional<String> command = json.text("command");
        if (command.isPresent()) {
            return new McpServer.Program(
                    name,
                    command.get(),
                    json.find("args").map(ConfigValues::texts).orElse(List.of()),
                    json.find("env").map(ConfigValues::map).orElse(Map.of()),
                    json.text("cwd"),
                    count(json, "timeout"));
        }
        return new McpServer.Remote(
                name,
                json.text("url").orElseThrow(),
                json.find("headers").map(ConfigValues::map).orElse(Map.of()),
                oauth(json.find("oauth").orElse(TRUE)),
                count(json, "timeout"));
    }

    private static McpServer.OAuth oauth(Json json) {
        return json instanceof Json.Obj object
                ? new McpServer.OAuth(
                        true, object.text("client_id"), object.text("scope"), client(object))
                : new McpServer.OAuth(json.equals(TRUE), Optional.empty(), Optional.empty());
    }

    private static McpServer.OAuthClient client(Json.Obj json) {
        return new McpServer.OAuthClient(
                json.text("client_secret_env"),
                json.text("private_key_env"),
                json.text("grant").equals(Optional.of("client_credentials")),
                json.text("issuer"),
                json.find("redirect_port")
                        .map(it -> Math.toIntExact(((Json.Num) it).asLong().orElseThrow())));
    }

    private static OptionalInt count(Json.Obj json, String key) {
        Optional<Json> found = json.find(key);
        return found.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(Math.toIntExact(((Json.Num) found.get()).asLong().orElseThrow()));
    }
}
