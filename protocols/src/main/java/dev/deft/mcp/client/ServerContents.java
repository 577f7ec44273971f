package dev.deft.mcp.client;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.mcp.client.session.McpSession;
import dev.deft.output.TerminalText;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What servers have besides tools, for front ends: resources, which a user attaches as
/// `@server:uri`, and prompts, which are slash commands.
///
/// A server that cannot be used has none; see [McpServers#states].
public final class ServerContents {

    private final List<ServerSupervisor> supervisors;
    private final Duration timeout;

    ServerContents(List<ServerSupervisor> supervisors, Duration timeout) {
        this.supervisors = supervisors;
        this.timeout = timeout;
    }

    /// A resource that a server lists.
    public record McpResource(
            String server,
            String uri,
            String name,
            Optional<String> description,
            Optional<String> mimeType) {}

    /// The content of a resource: text, or bytes in Base64.
    public record McpResourceText(
            String uri, Optional<String> mimeType, Optional<String> text, Optional<String> blob) {}

    /// A prompt that a server lists.
    public record McpPrompt(
            String server, String name, Optional<String> description, List<Argument> arguments) {

        public McpPrompt {
            arguments = List.copyOf(arguments);
        }

        /// An argument of a prompt.
        public record Argument(String name, Optional<String> description, boolean required) {}
    }

    /// A message of a prompt.
    ///
    /// @param role `user` or `assistant`
    /// @param content as the server sent it
    public record McpPromptMessage(String role, Json.Obj content) {

        /// The text; empty for other content.
        public String text() {
            return content.text("text").orElse("");
        }
    }

    /// The resources of all servers that can be used.
    public List<McpResource> resources() throws InterruptedException {
        List<McpResource> all = new ArrayList<>();
        for (ServerSupervisor supervisor : supervisors) {
            for (Json.Obj it : listed(supervisor, "resources", "resources/list", "resources")) {
                all.add(
                        new McpResource(
                                supervisor.name(),
                                it.text("uri").orElse(""),
                                plain(it.text("title").or(() -> it.text("name")).orElse("")),
                                it.text("description").map(ServerContents::plain),
                                it.text("mimeType").map(ServerContents::plain)));
            }
        }
        return all;
    }

    /// The templates of the addresses of resources, such as `file:///{path}`, by server.
    public Map<String, List<String>> resourceTemplates() throws InterruptedException {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (ServerSupervisor supervisor : supervisors) {
            List<String> templates =
                    listed(supervisor, "resources", "resources/templates/list", "resourceTemplates")
                            .stream()
                            .flatMap(it -> it.text("uriTemplate").stream())
                            .toList();
            if (!templates.isEmpty()) {
                all.put(supervisor.name(), templates);
            }
        }
        return all;
    }

    /// The prompts of all servers that can be used.
    public List<McpPrompt> prompts() throws InterruptedException {
        List<McpPrompt> all = new ArrayList<>();
        for (ServerSupervisor supervisor : supervisors) {
            for (Json.Obj it : listed(supervisor, "prompts", "prompts/list", "prompts")) {
                all.add(
                        new McpPrompt(
                                supervisor.name(),
                                it.text("name").orElse(""),
                                it.text("description").map(ServerContents::plain),
                                arguments(it)));
            }
        }
        return all;
    }

    private static List<McpPrompt.Argument> arguments(Json.Obj prompt) {
        List<McpPrompt.Argument> all = new ArrayList<>();
        for (Json.Obj it : objects(prompt, "arguments")) {
            all.add(
                    new McpPrompt.Argument(
                            it.text("name").orElse(""),
                            it.text("description").map(ServerContents::plain),
                            it.find("required").equals(Optional.of(new Json.Bool(true)))));
        }
        return all;
    }

    private static String plain(String text) {
        return TerminalText.cut(TerminalText.read(text), 500);
    }

    private static List<Json.Obj> objects(Json.Obj from, String field) {
        return from.find(field).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> items)
                ? items.stream()
                        .filter(Json.Obj.class::isInstance)
                        .map(Json.Obj.class::cast)
                        .toList()
                : List.of();
    }

    /// A list of a server; empty where it cannot be had.
    private List<Json.Obj> listed(
            ServerSupervisor supervisor, String kind, String method, String field)
            throws InterruptedException {
        try {
            McpSession session = supervisor.session(timeout);
            return session.facts().offers(kind)
                    ? session.list(method, field, timeout, supervisor.inputs().withoutCall())
                    : List.of();
        } catch (RpcException | IOException e) {
            System.getLogger(ServerContents.class.getName())
                    .log(System.Logger.Level.DEBUG, "no " + kind + " of " + supervisor.name(), e);
            return List.of();
        }
    }

    /// Reads a resource.
    ///
    /// @throws HostException with [ErrorCode#NOT_FOUND] if there is no such server or resource
    /// @throws IOException if the server cannot be used
    public List<McpResourceText> read(String server, String uri)
            throws IOException, InterruptedException {
        Json.Obj result = request(server, "resources/read", Json.Obj.EMPTY.with("uri", uri));
        return objects(result, "contents").stream()
                .map(it ->
                        new McpResourceText(
                                it.text("uri").orElse(uri),
                                it.text("mimeType"),
                                it.text("text"),
                                it.text("blob")))
                .toList();
    }

    /// Fills in a prompt.
    ///
    /// @throws HostException with [ErrorCode#NOT_FOUND] if there is no such server or prompt
    /// @throws IOException if the server cannot be used
    public List<McpPromptMessage> prompt(String server, String name, Map<String, String> arguments)
            throws IOException, InterruptedException {
        Json.Obj result =
                request(
                        server,
                        "prompts/get",
                        Json.Obj.EMPTY
                                .with("name", name)
                                .with("arguments", Json.Obj.of(arguments)));
        return objects(result, "messages").stream()
                .map(it ->
                        new McpPromptMessage(
                                it.text("role").orElse("user"),
                                it.find("content").orElse(Json.Obj.EMPTY)
                                                instanceof Json.Obj content
                                        ? content
                                        : Json.Obj.EMPTY))
                .toList();
    }

    /// Values that a server suggests for an argument of a prompt.
    public List<String> complete(String server, String prompt, String argument, String begun)
            throws IOException, InterruptedException {
        return completed(
                server,
                Json.Obj.EMPTY.with("type", "ref/prompt").with("name", prompt),
                argument,
                begun);
    }

    /// Values that a server suggests for a variable of the template of an address.
    public List<String> completeUri(String server, String template, String variable, String begun)
            throws IOException, InterruptedException {
        return completed(
                server,
                Json.Obj.EMPTY.with("type", "ref/resource").with("uri", template),
                variable,
                begun);
    }

    private List<String> completed(String server, Json.Obj to, String argument, String begun)
            throws IOException, InterruptedException {
        Json.Obj result =
                request(
                        server,
                        "completion/complete",
                        Json.Obj.EMPTY
                                .with("ref", to)
                                .with(
                                        "argument",
                                        Json.Obj.EMPTY
                                                .with("name", argument)
                                                .with("value", begun)));
        if (result.find("completion").orElse(Json.Null.VALUE) instanceof Json.Obj found
                && found.find("values").orElse(Json.Null.VALUE)
                        instanceof Json.Arr(List<Json> values)) {
            return values.stream()
                    .filter(Json.Str.class::isInstance)
                    .map(it -> plain(((Json.Str) it).value()))
                    .limit(100)
                    .toList();
        }
        return List.of();
    }

    private Json.Obj request(String server, String method, Json.Obj params)
            throws IOException, InterruptedException {
        ServerSupervisor supervisor =
                supervisors.stream()
                        .filter(it -> it.name().equals(server))
                        .findFirst()
                        .orElseThrow(() ->
                                new HostException(
                                        ErrorCode.NOT_FOUND,
                                        "There is no MCP server %s.".formatted(plain(server))));
        try {
            return supervisor
                    .session(timeout)
                    .request(method, params, Map.of(), timeout, supervisor.inputs().withoutCall());
        } catch (RpcException e) {
            throw new HostException(
                    ErrorCode.NOT_FOUND,
                    "%s says: %s".formatted(server, plain(String.valueOf(e.getMessage()))));
        }
    }
}
