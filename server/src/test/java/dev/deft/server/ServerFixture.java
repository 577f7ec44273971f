package dev.deft.server;

import dev.deft.agent.model.Model;
import dev.deft.codec.JsonText;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.json.Json;
import dev.deft.server.access.AccessScope;
import dev.deft.server.api.session.SessionApi;
import dev.deft.server.api.workspace.OpenWorkspaces;
import dev.deft.server.api.workspace.WorkspaceApi;
import dev.deft.server.auth.SignIns;
import dev.deft.server.auth.Tokens;
import dev.deft.server.http.Route;
import dev.deft.server.listener.HttpListener;
import dev.deft.server.listener.HttpObserver;
import dev.deft.server.listener.ListenerSettings;
import dev.deft.server.listener.RouteTable;
import dev.deft.server.live.LiveSessions;
import dev.deft.server.live.ObservedStores;
import dev.deft.server.live.SessionFeeds;
import dev.deft.server.store.AccessStores;
import dev.deft.server.store.Cluster;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.ServerStore;
import dev.deft.server.store.file.FileAudit;
import dev.deft.server.store.file.FileReplies;
import dev.deft.server.store.file.FileServerStore;
import dev.deft.server.store.file.FileTokens;
import dev.deft.tool.Tool;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/// A server on loopback over a directory: a workspace `main` and one `other`, a model of the test,
/// stores in files, tokens. It can be started again on the same directory.
public final class ServerFixture implements AutoCloseable {

    private static final Duration MOST = Duration.ofSeconds(60);

    private final Path directory;
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ServerStore store;
    private final Engine engine;
    private final OpenWorkspaces workspaces;
    private final SessionFeeds feeds;
    private final LiveSessions live;
    private final Tokens tokens;
    private final HttpListener listener;
    private final Cluster.Begun cluster;
    private final String token;

    public ServerFixture(Path directory, Model model, Tool<?>... tools) throws IOException {
        this(directory, model, it -> it, tools);
    }

    /// @param agent what the agents of sessions are, made of the standard one
    public ServerFixture(
            Path directory, Model model, UnaryOperator<AgentSpec> agent, Tool<?>... tools)
            throws IOException {
        this.directory = directory;
        InstantSource clock = InstantSource.system();
        Path home = Files.createDirectories(directory.resolve("home"));
        Map<String, String> environment =
                Map.of(
                        "DEFT_HOME",
                        home.toString(),
                        "HOME",
                        home.toString(),
                        "PATH",
                        System.getenv("PATH"));
        List<ServedWorkspace> served = List.of(workspace("main"), workspace("other"));
        Path data = directory.resolve("server");
        this.store =
                FileServerStore.open(
                        new FileServerStore.Places(data, environment, clock, notices::add),
                        new AccessStores(
                                new FileTokens(data),
                                new FileReplies(data, clock),
                                new FileAudit(data)),
                        "here");
        var stores = new ObservedStores(store, served, notices::add);
        this.engine =
                Engine.builder()
                        .environment(environment)
                        .notices(notices::add)
                        .tools(tools)
                        .store(stores::sessions)
                        .schedules(stores::schedules)
                        .build();
        var choices = new FixtureAgents(engine, environment, model, agent);
        this.workspaces = new OpenWorkspaces(engine, served);
        this.feeds = new SessionFeeds(store, stores);
        this.live =
                new LiveSessions(
                        new LiveSessions.Settings(served, "test", clock),
                        workspaces,
                        choices,
                        store,
                        stores,
                        feeds);
        List<Route> routes = new ArrayList<>(new SessionApi(live, clock, new Random()).routes());
        routes.addAll(
                new WorkspaceApi(workspaces, choices, live, live::running, store, "test", clock)
                        .routes());
        this.tokens = new Tokens(store.tokens(), clock);
        var table = new RouteTable(routes, List.of());
        this.listener =
                HttpListener.start(
                        ListenerSettings.loopback(0),
                        new HttpListener.Parts(
                                table,
                                new SignIns(tokens, clock),
                                store.replies(),
                                store.audit(),
                                HttpObserver.NONE,
                                clock));
        this.cluster =
                store.cluster()
                        .begin(
                                _ -> {
                                    throw new IOException("There is no other server.");
                                },
                                live::goOn);
        this.token = token("ada", EnumSet.allOf(AccessScope.class), Optional.empty());
    }

    private ServedWorkspace workspace(String id) throws IOException {
        return new ServedWorkspace(id, Files.createDirectories(root(id)).toRealPath());
    }

    /// The directory of a workspace.
    public Path root(String workspace) {
        return directory.resolve("work-" + workspace);
    }

    public LiveSessions live() {
        return live;
    }

    public ServerStore store() {
        return store;
    }

    public List<String> notices() {
        return List.copyOf(notices);
    }

    /// A new token.
    public String token(String person, Set<AccessScope> scopes, Optional<Set<String>> granted)
            throws IOException {
        return tokens.issue(new Tokens.Grant(person, scopes, granted, Optional.empty())).text();
    }

    /// A token with all scopes.
    public String token() {
        return token;
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + listener.address().getPort() + path);
    }

    public HttpClient client() {
        return client;
    }

    /// A request of somebody with a token.
    public HttpRequest.Builder request(String path, String by) {
        return HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer " + by);
    }

    /// What a request was answered.
    public record Answered(int status, String body) {

        public Json.Obj json() throws IOException {
            return JsonText.parseObject(body);
        }

        public List<Json.Obj> items() throws IOException {
            return ((Json.Arr) json().find("items").orElseThrow())
                    .items().stream().map(Json.Obj.class::cast).toList();
        }

        public String text(String field) throws IOException {
            return json().text(field).orElse("");
        }
    }

    public Answered send(String method, String path, String by, String body)
            throws IOException, InterruptedException {
        HttpResponse<String> response =
                client.send(
                        request(path, by)
                                .header("Content-Type", "application/json")
                                .method(method, HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        return new Answered(response.statusCode(), response.body());
    }

    public Answered get(String path) throws IOException, InterruptedException {
        return send("GET", path, token, "");
    }

    public Answered post(String path, Map<String, ?> body)
            throws IOException, InterruptedException {
        return send("POST", path, token, JsonText.write(Json.Obj.of(body)));
    }

    /// Waits until a session is in a state.
    public Json.Obj await(String session, String state) throws Exception {
        return await(() -> {
            Json.Obj now = get(session).json();
            return now.text("state").orElse("").equals(state) ? Optional.of(now) : Optional.empty();
        });
    }

    /// Something that will be true.
    @FunctionalInterface
    public interface Wish<T> {

        Optional<T> look() throws Exception;
    }

    /// Waits until something is there.
    public static <T> T await(Wish<T> wish) throws Exception {
        long deadline = System.nanoTime() + MOST.toNanos();
        while (true) {
            Optional<T> found = wish.look();
            if (found.isPresent()) {
                return found.get();
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError("It did not happen in " + MOST);
            }
            Thread.sleep(10);
        }
    }

    @Override
    public void close() {
        listener.close(Duration.ZERO);
        cluster.close();
        live.close();
        feeds.close();
        workspaces.close();
        engine.close();
        store.close();
    }
}
