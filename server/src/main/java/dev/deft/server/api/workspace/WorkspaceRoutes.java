package dev.deft.server.api.workspace;

import dev.deft.agent.config.Trust;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.engine.AgentCatalog;
import dev.deft.engine.Workspace;
import dev.deft.policy.Policy;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.ResultPage;
import dev.deft.server.http.Route;
import dev.deft.server.store.OpenRequests;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The workspaces, their agents and the models that they may have.
public final class WorkspaceRoutes {

    private static final String ONE = "/v1/workspaces/{workspace}";

    private final OpenWorkspaces workspaces;
    private final OpenRequests requests;
    private final Map<String, String> environment;
    private final Running running;
    private final Models models;

    /// @param environment names the user's directories
    WorkspaceRoutes(
            OpenWorkspaces workspaces,
            OpenRequests requests,
            Map<String, String> environment,
            Running running,
            Models models) {
        this.workspaces = workspaces;
        this.requests = requests;
        this.environment = Map.copyOf(environment);
        this.running = running;
        this.models = models;
    }

    /// How many sessions of a workspace are at work on this server.
    @FunctionalInterface
    public interface Running {

        int in(String workspace);
    }

    /// The names of the models that can be chosen in a workspace, as far as they are known.
    @FunctionalInterface
    interface Models {

        /// The configured one comes first, if there is one.
        List<String> of(Path root) throws IOException;
    }

    /// A workspace.
    public record WorkspaceView(
            @Doc("Its name in addresses") String id,
            @Doc("Its directory on the server") String root,
            @Doc("Whether the user trusts its files") boolean trusted,
            @Doc("How many of its sessions are at work on this server") int sessionsRunning,
            @Doc("How many approvals and questions wait for an answer") int requestsOpen) {}

    /// An agent.
    public record AgentItem(
            String name,
            @Doc("When to use it") String description,
            @Doc("The model that its definition names") Optional<String> model,
            @Doc("Whether it comes with Deft") boolean builtin,
            @Doc("The ids of its only tools; absent for all") Optional<List<String>> tools) {

        static AgentItem of(AgentDefinition it) {
            return new AgentItem(
                    it.name(),
                    it.description(),
                    it.model(),
                    it.isBuiltIn(),
                    it.tools().map(all -> all.stream().sorted().toList()));
        }
    }

    /// A model.
    public record ModelItem(
            @Doc("Such as `anthropic/claude-sonnet-5`; `default` is the configured one")
                    String name) {}

    List<Route> routes() {
        return List.of(
                Route.get("/v1/workspaces")
                        .named("workspaces", "listWorkspaces", "The workspaces that you may see.")
                        .needs(AccessScope.LOOK)
                        .paged()
                        .answersPage(WorkspaceView.class)
                        .by(this::list),
                Route.get(ONE)
                        .named("workspaces", "getWorkspace", "One workspace.")
                        .needs(AccessScope.LOOK)
                        .answers(200, WorkspaceView.class)
                        .by(this::get),
                Route.get(ONE + "/agents")
                        .named("workspaces", "listAgents", "The agents that sessions can have.")
                        .needs(AccessScope.LOOK)
                        .paged()
                        .answersPage(AgentItem.class)
                        .by(this::agents),
                Route.get(ONE + "/models")
                        .named(
                                "workspaces",
                                "listModels",
                                "The models that sessions can have, as far as they are known.")
                        .needs(AccessScope.LOOK)
                        .paged()
                        .answersPage(ModelItem.class)
                        .by(this::models));
    }

    private ApiResponse list(ApiRequest request) throws IOException {
        List<WorkspaceView> all = new ArrayList<>();
        for (ServedWorkspace it : workspaces.visibleTo(request.principal())) {
            all.add(view(it));
        }
        return ResultPage.response(ResultPage.of(all, request, WorkspaceView::id), request);
    }

    private ApiResponse get(ApiRequest request) throws IOException {
        return ApiResponse.record(200, view(workspaces.of(request)));
    }

    private WorkspaceView view(ServedWorkspace workspace) throws IOException {
        long open =
                requests.list().stream()
                        .filter(it -> it.session().workspace().equals(workspace.id()))
                        .count();
        return new WorkspaceView(
                workspace.id(),
                workspace.root().toString(),
                Files.isDirectory(workspace.root())
                        && trust(workspace.root().toRealPath()) != Trust.UNKNOWN,
                running.in(workspace.id()),
                (int) open);
    }

    private Trust trust(Path root) throws IOException {
        return Trust.of(Policy.unspecified(), root, environment);
    }

    private ApiResponse agents(ApiRequest request) throws IOException {
        Workspace workspace = workspaces.open(workspaces.of(request));
        AgentCatalog catalog = workspace.agents(trust(workspace.root()));
        List<AgentItem> all =
                catalog.list().stream()
                        .filter(it -> it.mode().forUsers())
                        .map(AgentItem::of)
                        .toList();
        return ResultPage.response(ResultPage.of(all, request, AgentItem::name), request);
    }

    private ApiResponse models(ApiRequest request) throws IOException {
        Workspace workspace = workspaces.open(workspaces.of(request));
        Set<String> names = new LinkedHashSet<>();
        names.add("default");
        names.addAll(models.of(workspace.root()));
        List<ModelItem> all = names.stream().map(ModelItem::new).toList();
        return ResultPage.response(ResultPage.of(all, request, ModelItem::name), request);
    }
}
