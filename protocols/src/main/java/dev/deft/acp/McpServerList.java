package dev.deft.acp;

import dev.deft.agent.config.McpServer;
import dev.deft.json.Json;
import dev.deft.rpc.RpcException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the MCP servers that a client names.
final class McpServerList {

    private static final McpServer.OAuth NO_SIGN_IN =
            new McpServer.OAuth(false, Optional.empty(), Optional.empty());

    private McpServerList() {}

    /// @param required whether the field must be there
    static List<McpServer> of(AcpParams params, boolean required) throws RpcException {
        if (!required && params.optionalList("mcpServers").isEmpty()) {
            return List.of();
        }
        List<McpServer> all = new ArrayList<>();
        for (AcpParams it : params.objects("mcpServers")) {
            McpServer server = server(it);
            if (server.name().isBlank()
                    || all.stream().anyMatch(other -> other.name().equals(server.name()))) {
                throw RpcException.invalidParams(
                        "%s.name must be a name that no other server has, not \"%s\"."
                                .formatted(it.where(), server.name()));
            }
            all.add(server);
        }
        return all;
    }

    private static McpServer server(AcpParams given) throws RpcException {
        String type = given.optionalText("type").orElse("stdio");
        return switch (type) {
            case "stdio" ->
                    new McpServer.Program(
                            given.text("name"),
                            given.text("command"),
                            texts(given, "args"),
                            pairs(given, "env"),
                            Optional.empty());
            case "http", "sse" ->
                    new McpServer.Remote(
                            given.text("name"),
                            given.text("url"),
                            pairs(given, "headers"),
                            NO_SIGN_IN);
            default ->
                    throw RpcException.invalidParams(
                            "%s.type must be stdio, http or sse, not \"%s\"."
                                    .formatted(given.where(), type));
        };
    }

    private static List<String> texts(AcpParams given, String name) throws RpcException {
        List<String> all = new ArrayList<>();
        for (Json it : given.optionalList(name)) {
            if (!(it instanceof Json.Str(String text))) {
                throw RpcException.invalidParams(
                        "%s.%s must be an array of strings.".formatted(given.where(), name));
            }
            all.add(text);
        }
        return all;
    }

    private static Map<String, String> pairs(AcpParams given, String name) throws RpcException {
        if (given.optionalList(name).isEmpty()) {
            return Map.of();
        }
        Map<String, String> all = new LinkedHashMap<>();
        for (AcpParams it : given.objects(name)) {
            all.put(it.text("name"), it.text("value"));
        }
        return all;
    }
}
