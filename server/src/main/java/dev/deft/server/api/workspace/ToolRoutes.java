package dev.deft.server.api.workspace;

import dev.deft.codec.Records;
import dev.deft.dialect.Dialects;
import dev.deft.engine.Workspace;
import dev.deft.json.Json;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ToolDefinition;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.NearestNames;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.ResultPage;
import dev.deft.server.http.Route;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tools of a workspace.
final class ToolRoutes {

    private static final String TOOLS = "/v1/workspaces/{workspace}/tools";

    /// How long servers of tools may take to name them.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final OpenWorkspaces workspaces;

    ToolRoutes(OpenWorkspaces workspaces) {
        this.workspaces = workspaces;
    }

    /// A tool, as a model gets it.
    public record ToolView(
            @Doc("Its name in the dialect") String name,
            @Doc("What a model is told about it") String description,
            @Doc("The JSON Schema of its arguments") Json.Obj parameters,
            @Doc("What it needs: files, hosts, commands, capabilities") Json.Obj requires,
            @Doc("The group it belongs to, such as `file`") String category,
            @Doc("What it does, such as `read`, `edit` or `execute`") String kind) {}

    List<Route> routes() {
        return List.of(
                Route.get(TOOLS)
                        .named("tools", "listTools", "The tools that agents have here.")
                        .needs(AccessScope.LOOK)
                        .query("dialect", "string", "Their names and shapes in another dialect.")
                        .query("collection", "string", "Only those of a collection of the dialect.")
                        .paged()
                        .answersPage(ToolView.class)
                        .by(this::list),
                Route.get(TOOLS + "/{tool}")
                        .named("tools", "getTool", "One tool.")
                        .needs(AccessScope.LOOK)
                        .query("dialect", "string", "The dialect of the name.")
                        .answers(200, ToolView.class)
                        .by(this::get));
    }

    private ApiResponse list(ApiRequest request) throws IOException, InterruptedException {
        Workspace workspace = workspaces.open(workspaces.of(request));
        List<ToolView> all =
                dialect(workspace, request).tools().stream()
                        .map(it -> view(it, workspace))
                        .toList();
        return ResultPage.response(ResultPage.of(all, request, ToolView::name), request);
    }

    private ApiResponse get(ApiRequest request) throws IOException, InterruptedException {
        Workspace workspace = workspaces.open(workspaces.of(request));
        Dialect dialect = dialect(workspace, request);
        String name = request.variable("tool");
        Optional<DialectTool> tool = dialect.find(name);
        if (tool.isEmpty()) {
            List<String> names = dialect.tools().stream().map(DialectTool::name).toList();
            String hint = NearestNames.hint(name, names);
            throw Problem.notFound(
                            "There is no tool %s%s"
                                    .formatted(
                                            NearestNames.quoted(name), hint.isEmpty() ? "." : hint))
                    .exception();
        }
        return ApiResponse.record(200, view(tool.get(), workspace));
    }

    private static Dialect dialect(Workspace workspace, ApiRequest request)
            throws IOException, InterruptedException {
        String name = dialect(request.parameter("dialect"));
        ToolRegistry tools = workspace.tools(name);
        tools.awaitSources(LONGEST_WAIT);
        Dialect whole = Dialects.of(name, tools);
        Optional<String> collection = request.parameter("collection");
        if (collection.isEmpty()) {
            return whole;
        }
        try {
            return Dialects.onlyCollection(whole, collection.get());
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(Pipeline.sentence(e)).exception();
        }
    }

    /// The name of a dialect that there is.
    ///
    /// @throws ProblemException if there is no such one
    static String dialect(Optional<String> given) throws ProblemException {
        String name = given.orElse(Dialects.DEFAULT);
        if (Dialects.NAMES.contains(name)) {
            return name;
        }
        throw Problem.badRequest(
                        "There is no dialect %s; the dialects are %s."
                                .formatted(
                                        NearestNames.quoted(name),
                                        String.join(", ", Dialects.NAMES)))
                .exception();
    }

    private static ToolView view(DialectTool tool, Workspace workspace) {
        String root = workspace.root().toString();
        return Records.read(
                ToolView.class,
                ToolDefinition.of(tool, Map.of("workspace", root, "directory", root)));
    }
}
