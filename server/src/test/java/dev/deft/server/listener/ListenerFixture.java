package dev.deft.server.listener;

import dev.deft.json.Json;
import dev.deft.server.access.AccessScope;
import dev.deft.server.auth.AccessRoutes;
import dev.deft.server.auth.SignInRoutes;
import dev.deft.server.auth.SignIns;
import dev.deft.server.auth.Tokens;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.Route;
import dev.deft.server.store.file.FileAudit;
import dev.deft.server.store.file.FileReplies;
import dev.deft.server.store.file.FileTokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// A listener on loopback with a few routes over notes, tokens in files, and a clock that is set by
/// hand.
public final class ListenerFixture implements AutoCloseable {

    private static final int LARGE = 64 * 1024 * 1024;

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2030-01-01T12:00:00Z"));
    private final HttpClient client =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
    private final Map<String, String> notes = new ConcurrentHashMap<>();
    private final AtomicInteger acts = new AtomicInteger();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final Tokens tokens;
    private final FileAudit audit;
    private final HttpListener listener;

    public ListenerFixture(Path directory) throws IOException {
        this(directory, ListenerSettings.loopback(0));
    }

    public ListenerFixture(Path directory, ListenerSettings settings) throws IOException {
        InstantSource clock = now::get;
        this.tokens = new Tokens(new FileTokens(directory), clock);
        this.audit = new FileAudit(directory.resolve("audit"));
        var signIns = new SignIns(tokens, clock);
        List<Route> routes = new ArrayList<>(routes());
        routes.addAll(new AccessRoutes(tokens, audit, clock).routes());
        routes.addAll(new SignInRoutes(signIns).routes());
        var raw =
                new RawRoute(
                        "/raw/{workspace}",
                        "raw",
                        Optional.of(AccessScope.SPEAK),
                        Route.USUAL_BODY,
                        (exchange, principal) -> {
                            byte[] body = exchange.getRequestBody().readAllBytes();
                            String text =
                                    principal.orElseThrow().name()
                                            + " "
                                            + exchange.getRequestMethod()
                                            + " "
                                            + body.length;
                            exchange.sendResponseHeaders(200, 0);
                            exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
                        });
        this.listener =
                HttpListener.start(
                        settings,
                        new HttpListener.Parts(
                                new RouteTable(routes, List.of(raw)),
                                signIns,
                                new FileReplies(directory, InstantSource.system()),
                                audit,
                                HttpObserver.NONE,
                                clock));
    }

    private List<Route> routes() {
        String note = "/v1/workspaces/{workspace}/notes/{note}";
        return List.of(
                Route.get("/health")
                        .named("health", "health", "Lives.")
                        .by(_ -> ApiResponse.text(200, "text/plain", "up")),
                Route.get("/echo")
                        .named("notes", "echo", "Sends a header.")
                        .query("value", "string", "Of the header.")
                        .by(it ->
                                ApiResponse.empty(200)
                                        .with("X-Echo", it.parameter("value").orElse(""))),
                Route.post("/v1/looks")
                        .named("notes", "looks", "Reads by POST.")
                        .needs(AccessScope.LOOK)
                        .onlyReads()
                        .by(_ -> ApiResponse.json(200, Json.Obj.EMPTY)),
                Route.get(note)
                        .named("notes", "readNote", "Reads.")
                        .needs(AccessScope.LOOK)
                        .by(this::read),
                Route.put(note)
                        .named("notes", "writeNote", "Writes.")
                        .needs(AccessScope.SPEAK)
                        .by(this::write),
                Route.post("/v1/acts")
                        .named("notes", "act", "Acts, and says how often it did.")
                        .needs(AccessScope.SPEAK)
                        .by(this::act),
                Route.post("/v1/gated")
                        .named("notes", "gated", "Acts when the gate opens.")
                        .needs(AccessScope.SPEAK)
                        .by(this::gated),
                Route.post("/v1/broken")
                        .named("notes", "broken", "Acts, then fails.")
                        .needs(AccessScope.SPEAK)
                        .by(_ -> {
                            acts.incrementAndGet();
                            throw new IllegalStateException("a secret detail");
                        }),
                Route.post("/v1/conflict")
                        .named("notes", "conflict", "Refuses.")
                        .needs(AccessScope.SPEAK)
                        .by(_ -> {
                            acts.incrementAndGet();
                            throw Problem.conflict("Not now.").exception();
                        }),
                Route.get("/v1/large")
                        .named("notes", "large", "Much.")
                        .needs(AccessScope.LOOK)
                        .by(_ ->
                                ApiResponse.bytes(
                                        200, "application/octet-stream", new byte[LARGE])),
                Route.get("/v1/events")
                        .named("notes", "events", "Follows.")
                        .needs(AccessScope.LOOK)
                        .by(_ -> ApiResponse.events(this::follow)),
                Route.get("/v1/flood")
                        .named("notes", "flood", "Sends events without end.")
                        .needs(AccessScope.LOOK)
                        .by(_ ->
                                ApiResponse.events(out -> {
                                    String data = "x".repeat(8 * 1024);
                                    while (!Thread.currentThread().isInterrupted()) {
                                        out.event("", "flood", data);
                                    }
                                })));
    }

    private ApiResponse read(ApiRequest request) throws IOException {
        String text = notes.get(request.variable("note"));
        if (text == null) {
            throw Problem.notFound("There is no such note.").exception();
        }
        return ApiResponse.json(200, Json.Obj.EMPTY.with("text", text));
    }

    private ApiResponse write(ApiRequest request) throws IOException {
        acts.incrementAndGet();
        notes.put(request.variable("note"), request.json().text("text").orElse(""));
        return read(request);
    }

    private ApiResponse act(ApiRequest request) {
        return ApiResponse.json(
                        201,
                        Json.Obj.EMPTY
                                .with("count", Json.Num.of(acts.incrementAndGet()))
                                .with("bytes", Json.Num.of(request.body().length())))
                .with("Location", "/v1/acts/1");
    }

    private ApiResponse gated(ApiRequest request) throws InterruptedException {
        gate.await();
        return act(request);
    }

    private void follow(ApiResponse.EventWriter out) throws IOException, InterruptedException {
        out.event("", "hello", "{}");
        for (int i = 1; true; i++) {
            out.event(Integer.toString(i), "note", events.take());
        }
    }

    public void publish(String event) {
        events.add(event);
    }

    public void openGate() {
        gate.countDown();
    }

    public int acts() {
        return acts.get();
    }

    public Tokens tokens() {
        return tokens;
    }

    public FileAudit audit() {
        return audit;
    }

    public HttpListener listener() {
        return listener;
    }

    public int port() {
        return listener.address().getPort();
    }

    public void pass(Duration time) {
        now.updateAndGet(it -> it.plus(time));
    }

    /// A token with all scopes for all workspaces.
    public String token() throws IOException {
        return token(EnumSet.allOf(AccessScope.class), Optional.empty());
    }

    public String token(Set<AccessScope> scopes, Optional<Set<String>> workspaces)
            throws IOException {
        return tokens.issue(new Tokens.Grant("ada", scopes, workspaces, Optional.empty())).text();
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path));
    }

    public HttpResponse<String> send(HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    public HttpResponse<String> get(String path, String token)
            throws IOException, InterruptedException {
        return send(request(path).header("Authorization", "Bearer " + token));
    }

    public HttpResponse<String> post(String path, String token, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request(path)
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    @Override
    public void close() {
        gate.countDown();
        listener.close(Duration.ofMillis(500));
        client.close();
    }
}
