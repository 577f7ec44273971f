package dev.deft.mcp.server.workspace;

import dev.deft.engine.Workspace;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.McpCaller;
import dev.deft.mcp.server.feature.ResourceContent;
import dev.deft.mcp.server.feature.ResourceEntry;
import dev.deft.mcp.server.feature.ResourceProvider;
import dev.deft.mcp.server.feature.ResourceTemplate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The sessions of a workspace, as texts.
///
/// @param workspace whose sessions they are
public record SessionResources(Workspace workspace) implements ResourceProvider {

    private static final String PREFIX = "deft://sessions/";
    private static final int MAX_LISTED = 50;
    private static final int MAX_MESSAGES = 200;

    @Override
    public List<ResourceEntry> list(McpCaller caller) throws IOException {
        Optional<SessionCalls.Result> found =
                SessionCalls.list(
                        caller.defaultSession(), "sessions_list", Map.of("limit", MAX_LISTED));
        List<ResourceEntry> entries = new ArrayList<>();
        for (Json it : found.map(all -> all.items("sessions")).orElse(List.of())) {
            if (it instanceof Json.Obj session && session.text("session_id").isPresent()) {
                entries.add(
                        new ResourceEntry(
                                PREFIX + session.text("session_id").get(),
                                session.text("session_id").get(),
                                session.text("title"),
                                Optional.of("text/plain")));
            }
        }
        return entries;
    }

    @Override
    public List<ResourceTemplate> templates() {
        return List.of(
                new ResourceTemplate(
                        PREFIX + "{id}",
                        "session",
                        Optional.of("The last messages of a session of this workspace."),
                        Optional.of("text/plain")));
    }

    @Override
    public Optional<List<ResourceContent>> read(String uri, McpCaller caller) throws IOException {
        if (!uri.startsWith(PREFIX)) {
            return Optional.empty();
        }
        Optional<SessionCalls.Result> found =
                SessionCalls.call(
                        caller.defaultSession(),
                        "sessions_history",
                        Map.of(
                                "session_id",
                                uri.substring(PREFIX.length()),
                                "limit",
                                MAX_MESSAGES));
        return found.map(
                it -> List.of(new ResourceContent.Text(uri, Optional.of("text/plain"), it.text())));
    }

    @Override
    public Optional<List<String>> complete(String uriTemplate, String variable, String begun)
            throws IOException {
        return uriTemplate.equals(PREFIX + "{id}")
                ? Optional.of(
                        workspace.sessions().ids().stream()
                                .filter(it -> it.startsWith(begun))
                                .toList())
                : Optional.empty();
    }
}
