package dev.deft.server.api.workspace;

import dev.deft.agent.memory.MemoryPaths;
import dev.deft.codec.Records;
import dev.deft.json.Json;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.ResultPage;
import dev.deft.server.http.Route;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// What the agents of a workspace remember, read and written by the memory tools under its rules.
final class MemoryRoutes {

    private static final String MEMORY = "/v1/workspaces/{workspace}/memory";
    private static final String PATH = "`MEMORY.md`, or a `.md` file below `memory/`.";
    private static final int MOST_FOUND = 50;
    private static final int LONGEST_QUERY = 2_000;

    private final OpenWorkspaces workspaces;
    private final Pipeline pipeline;

    MemoryRoutes(OpenWorkspaces workspaces, Pipeline pipeline) {
        this.workspaces = workspaces;
        this.pipeline = pipeline;
    }

    /// A memory file in a list.
    public record MemoryItem(
            @Doc("Relative to the workspace") String path,
            @Doc("What it says about itself; may be empty") String summary,
            @Doc("In bytes") long size) {}

    /// A memory file.
    public record MemoryContent(
            @Doc("Relative to the workspace") String path,
            @Doc("In Markdown") String content,
            @Doc("In bytes") long size) {}

    /// The new content of a memory file.
    public record MemoryOrder(@Doc("The whole content, in Markdown") String content) {}

    /// What a search found.
    public record MemoryMatches(
            List<MemoryMatch> items,
            @Doc("How it was searched: by meaning and words, or by words alone") String method,
            @Doc("How many files are not in the index yet") int pending) {}

    /// A match.
    public record MemoryMatch(
            String path,
            int startLine,
            int endLine,
            @Doc("From 0 to 1") double score,
            String snippet) {}

    /// The result of the search tool.
    private record Found(List<MemoryMatch> results, String method, int pending) {}

    List<Route> routes() {
        return List.of(
                Route.get(MEMORY)
                        .named("memory", "listMemory", "The memory files.")
                        .needs(AccessScope.LOOK)
                        .paged()
                        .answersPage(MemoryItem.class)
                        .by(this::list),
                Route.get(MEMORY + "/search")
                        .named(
                                "memory",
                                "searchMemory",
                                "Finds what is remembered about something.")
                        .needs(AccessScope.LOOK)
                        .requiredQuery("q", "string", "A question or keywords.")
                        .query("limit", "integer", "How many matches at most, from 1 to 50.")
                        .answers(200, MemoryMatches.class)
                        .by(this::search),
                Route.get(MEMORY + "/files")
                        .named("memory", "readMemory", "One memory file.")
                        .needs(AccessScope.LOOK)
                        .requiredQuery("path", "string", PATH)
                        .answers(200, MemoryContent.class)
                        .by(this::read),
                Route.put(MEMORY + "/files")
                        .named("memory", "writeMemory", "Writes a memory file.")
                        .needs(AccessScope.SPEAK)
                        .requiredQuery("path", "string", PATH)
                        .body(MemoryOrder.class)
                        .answers(200, MemoryContent.class)
                        .by(this::write),
                Route.delete(MEMORY + "/files")
                        .named("memory", "deleteMemory", "Deletes a memory file.")
                        .needs(AccessScope.SPEAK)
                        .requiredQuery("path", "string", PATH)
                        .answers(204, "", "It is gone.")
                        .by(this::delete));
    }

    private ApiResponse list(ApiRequest request) throws IOException, InterruptedException {
        Json.Obj data = pipeline.read(workspaces.of(request), "memory_list", Map.of());
        List<MemoryItem> all =
                FileRoutes.items(data, "files").stream()
                        .map(it -> Records.read(MemoryItem.class, (Json.Obj) it))
                        .toList();
        return ResultPage.response(ResultPage.of(all, request, MemoryItem::path), request);
    }

    private ApiResponse search(ApiRequest request) throws IOException, InterruptedException {
        String query = required(request, "q");
        if (query.length() > LONGEST_QUERY) {
            throw Problem.badRequest("q has at most %d characters.".formatted(LONGEST_QUERY))
                    .exception();
        }
        Map<String, ?> arguments =
                request.parameter("limit").isPresent()
                        ? Map.of(
                                "query",
                                query,
                                "max_results",
                                (long) request.number("limit", 1, MOST_FOUND, 1))
                        : Map.of("query", query);
        Json.Obj data = pipeline.read(workspaces.of(request), "memory_search", arguments);
        Found found = Records.read(Found.class, data);
        return ApiResponse.record(
                200, new MemoryMatches(found.results(), found.method(), found.pending()));
    }

    private static String required(ApiRequest request, String name) throws ProblemException {
        return request.parameter(name)
                .orElseThrow(() -> Problem.badRequest(name + " is missing.").exception());
    }

    /// @throws ProblemException if it is not the path of a memory file
    private static String path(ApiRequest request) throws ProblemException {
        String path = required(request, "path");
        if (!MemoryPaths.isMemory(path)) {
            throw Problem.badRequest(
                            "Memory is MEMORY.md and the .md files below memory/, such as"
                                    + " memory/facts/build.md.")
                    .exception();
        }
        return path;
    }

    private ApiResponse read(ApiRequest request) throws IOException, InterruptedException {
        return ApiResponse.record(200, content(workspaces.of(request), path(request)));
    }

    private MemoryContent content(ServedWorkspace workspace, String path)
            throws IOException, InterruptedException {
        Json.Obj data = pipeline.read(workspace, "memory_read", Map.of("path", path));
        return Records.read(MemoryContent.class, data);
    }

    private ApiResponse write(ApiRequest request) throws IOException, InterruptedException {
        ServedWorkspace workspace = workspaces.of(request);
        String path = path(request);
        String content = request.body(MemoryOrder.class).content();
        Json.Obj _ =
                pipeline.act(
                        workspace,
                        request.principal(),
                        "memory_write",
                        Map.of("path", path, "content", content));
        return ApiResponse.record(200, content(workspace, path));
    }

    /// What cannot be read as memory is not deleted as such.
    private ApiResponse delete(ApiRequest request) throws IOException, InterruptedException {
        ServedWorkspace workspace = workspaces.of(request);
        String path = content(workspace, path(request)).path();
        Json.Obj _ =
                pipeline.act(workspace, request.principal(), "delete_file", Map.of("path", path));
        return ApiResponse.empty(204);
    }
}
