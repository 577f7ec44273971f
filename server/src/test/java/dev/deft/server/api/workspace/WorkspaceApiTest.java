package dev.deft.server.api.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.dialect.Dialects;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.choice.CallAgent;
import dev.deft.json.Json;
import dev.deft.server.access.AccessScope;
import dev.deft.server.api.RouteCaller;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.Route;
import dev.deft.server.store.Cluster;
import dev.deft.server.store.OpenRequests;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.SessionRef;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceApiTest {

    private static final String WS = "/v1/workspaces/demo";

    @TempDir Path temp;

    private Path root;
    private Engine engine;
    private OpenWorkspaces workspaces;
    private RouteCaller api;

    @BeforeEach
    void serve() throws IOException {
        root = Files.createDirectory(temp.resolve("demo"));
        Path other = Files.createDirectory(temp.resolve("other"));
        Files.createDirectories(root.resolve("src"));
        Files.writeString(root.resolve("src/Main.java"), "class Main {}\n// TODO\n");
        Files.writeString(root.resolve(".env"), "SECRET=1\n");
        Map<String, String> environment = Map.of("HOME", temp.resolve("home").toString());
        engine = Engine.builder().environment(environment).build();
        workspaces =
                new OpenWorkspaces(
                        engine,
                        List.of(
                                new ServedWorkspace("demo", root),
                                new ServedWorkspace("other", other)));
        var pipeline =
                new Pipeline(
                        workspaces,
                        (path, agent) ->
                                CallAgent.read(
                                        path,
                                        environment,
                                        Optional.empty(),
                                        agent,
                                        Dialects.DEFAULT),
                        new NoSessions());
        InstantSource clock = InstantSource.fixed(Instant.parse("2026-03-02T08:00:00Z"));
        var ids = new AtomicInteger();
        var forwarding = new SessionForwarding(new LoneServer());
        List<Route> routes = new ArrayList<>();
        routes.addAll(
                new WorkspaceRoutes(
                                workspaces,
                                new NoRequests(),
                                environment,
                                _ -> 0,
                                _ -> List.of("test/scripted"))
                        .routes());
        routes.addAll(new FileRoutes(workspaces, pipeline).routes());
        routes.addAll(new ToolRoutes(workspaces).routes());
        routes.addAll(
                new CallRoutes(
                                workspaces,
                                pipeline,
                                forwarding,
                                () -> "call_" + ids.incrementAndGet())
                        .routes());
        routes.addAll(new RuleRoutes(workspaces, pipeline, forwarding, environment).routes());
        routes.addAll(new ScheduleRoutes(workspaces, pipeline, clock).routes());
        routes.addAll(new MemoryRoutes(workspaces, pipeline).routes());
        api = new RouteCaller(routes);
    }

    @AfterEach
    void stop() {
        workspaces.close();
        engine.close();
    }

    @Test
    void showsOnlyTheWorkspacesThatWereGranted() throws Exception {
        RouteCaller bob = api.by(Set.of(AccessScope.LOOK), Optional.of(Set.of("other")));

        assertThat(api.get("/v1/workspaces").each("id")).containsExactly("demo", "other");
        assertThat(bob.get("/v1/workspaces").each("id")).containsExactly("other");
        assertThat(bob.get(WS).status()).isEqualTo(404);
        assertThat(bob.get(WS).bytes()).isEqualTo(bob.get("/v1/workspaces/nowhere").bytes());
        assertThat(bob.get(WS + "/files").status()).isEqualTo(404);
    }

    @Test
    void listsAgentsAndModels() throws Exception {
        assertThat(api.get(WS + "/agents").each("name")).contains("build", "plan");
        assertThat(api.get(WS + "/models").each("name"))
                .containsExactly("default", "test/scripted");
    }

    @Test
    void pagesListsByWhatWasSeenLast() throws Exception {
        RouteCaller.Answered first = api.get(WS + "/tools?limit=3");
        String next = first.json().text("next").orElseThrow();

        List<String> all = api.get(WS + "/tools?limit=200").each("name");
        assertThat(first.each("name")).isEqualTo(all.subList(0, 3));
        assertThat(api.get(WS + "/tools?limit=3&cursor=" + next).each("name"))
                .isEqualTo(all.subList(3, 6));
        assertThat(api.get(WS + "/tools?limit=0").status()).isEqualTo(400);
        assertThat(api.get(WS + "/tools?cursor=nothing").status()).isEqualTo(400);
    }

    @Test
    void browsesFilesUnderTheRules() throws Exception {
        Json.Obj listed = api.get(WS + "/files?path=src").json();
        assertThat(listed.text("path")).contains("src");
        assertThat(JsonText.write(listed)).contains("\"name\":\"Main.java\",\"type\":\"file\"");

        Json.Obj read = api.get(WS + "/files/content?path=src/Main.java&offset=2").json();
        assertThat(read.text("content")).contains("// TODO\n");
        assertThat(read.text("mime_type")).contains("text/plain");

        assertThat(api.get(WS + "/files/content?path=nothing").status()).isEqualTo(404);
        assertThat(api.get(WS + "/files/content").status()).isEqualTo(400);
        assertThat(api.get(WS + "/files/content?path=../other").status()).isEqualTo(403);
        assertThat(api.get(WS + "/files/content?path=/etc/passwd").status()).isEqualTo(403);
        assertThat(api.get(WS + "/files?path=/").status()).isEqualTo(403);
    }

    @Test
    void deniesSecretFilesWithTheSentenceOfTheGate() throws Exception {
        RouteCaller.Answered denied = api.get(WS + "/files/content?path=.env");

        assertThat(denied.status()).isEqualTo(403);
        assertThat(denied.json().text("code")).contains("permission_denied");
        assertThat(denied.detail()).contains(".env").doesNotContain("SECRET=1");
    }

    @Test
    void sendsThePicturesOfFilesSoThatNothingRuns() throws Exception {
        ImageIO.write(
                new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB),
                "png",
                root.resolve("a.png").toFile());
        Files.writeString(root.resolve("a.svg"), "<svg><script>alert(1)</script></svg>");

        RouteCaller.Answered picture = api.get(WS + "/files/content?path=a.png&raw=true");
        assertThat(picture.headers())
                .containsEntry("Content-Type", "image/png")
                .containsEntry("Content-Security-Policy", "sandbox; default-src 'none'");
        assertThat(picture.bytes()).startsWith(0x89, 'P', 'N', 'G');
        assertThat(api.get(WS + "/files/content?path=a.svg&raw=true").status()).isEqualTo(415);
    }

    @Test
    void showsOneToolAndOffersNearNames() throws Exception {
        assertThat(api.get(WS + "/tools/read").json().text("kind")).contains("read");
        RouteCaller.Answered unknown = api.get(WS + "/tools/grepp");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.detail()).contains("grep");
        assertThat(api.get(WS + "/tools?dialect=klingon").status()).isEqualTo(400);
        assertThat(api.get(WS + "/tools?collection=klingon").status()).isEqualTo(400);
    }

    @Test
    void callsToolsThroughThePipeline() throws Exception {
        Json.Obj found =
                api.post(WS + "/calls", Map.of("tool", "grep", "args", Map.of("pattern", "TODO")))
                        .json();
        assertThat(found.text("call_id")).contains("call_1");
        assertThat(JsonText.write(found)).contains("src/Main.java");

        Json.Obj unknown = api.post(WS + "/calls", Map.of("tool", "nothing")).json();
        assertThat(JsonText.write(unknown)).contains("\"code\":\"unknown_tool\"");
        assertThat(api.post(WS + "/calls", Map.of("tool", "read", "x", 1)).status()).isEqualTo(400);
        assertThat(api.post(WS + "/calls", Map.of("tool", "read", "session", "../x")).status())
                .isEqualTo(400);
    }

    @Test
    void deniesCallsThatNobodyCanBeAskedAbout() throws Exception {
        Map<String, Object> write =
                Map.of("tool", "write", "args", Map.of("path", "new.txt", "content", "x"));

        Json.Obj denied = api.post(WS + "/calls", write).json();
        assertThat(JsonText.write(denied)).contains("\"code\":\"permission_denied\"");
        assertThat(root.resolve("new.txt")).doesNotExist();

        assertThat(api.post(WS + "/rules", Map.of("rule", "allow write new.txt")).status())
                .isEqualTo(201);
        assertThat(JsonText.write(api.post(WS + "/calls", write).json()))
                .contains("\"type\":\"output\"");
        assertThat(root.resolve("new.txt")).hasContent("x");
    }

    @Test
    void explainsWhatWouldBecomeOfACall() throws Exception {
        Map<String, Object> write =
                Map.of("tool", "write", "args", Map.of("path", "new.txt", "content", "x"));

        Json.Obj said = api.post(WS + "/explain", write).json();
        assertThat(said.text("decision")).contains("ask");
        assertThat(JsonText.write(said.find("rules").orElseThrow())).contains("allow write");
        assertThat(root.resolve("new.txt")).doesNotExist();
        assertThat(api.post(WS + "/explain", Map.of("tool", "write")).status()).isEqualTo(400);
        assertThat(api.post(WS + "/explain", Map.of("tool", "nothing")).status()).isEqualTo(404);
    }

    @Test
    void leavesSessionsToTheServerThatHasThemOpen() throws Exception {
        Map<String, Object> call = Map.of("tool", "read", "session", "away");

        assertThat(api.post(WS + "/calls", call).json().text("from")).contains("there");
        assertThat(api.post(WS + "/explain", call).json().text("from")).contains("there");
        assertThat(api.get(WS + "/rules?session=away").json().text("from")).contains("there");
        assertThat(api.get(WS + "/rules?session=unknown").status()).isEqualTo(404);
    }

    @Test
    void addsAndRevokesRules() throws Exception {
        assertThat(
                        api.post(WS + "/rules", Map.of("rule", "allow write src/**"))
                                .json()
                                .text("text"))
                .contains("allow write src/**");
        assertThat(api.get(WS + "/rules?limit=200").each("text")).contains("allow write src/**");

        String rule = WS + "/rules?rule=allow+write+src/**";
        assertThat(api.send("DELETE", rule, "").status()).isEqualTo(204);
        assertThat(api.get(WS + "/rules?limit=200").each("text"))
                .doesNotContain("allow write src/**");
        assertThat(api.send("DELETE", rule, "").status()).isEqualTo(404);
        assertThat(api.post(WS + "/rules", Map.of("rule", "permit all")).status()).isEqualTo(400);
        assertThat(api.post(WS + "/rules", Map.of("rule", "allow write src/")).detail())
                .contains("can never apply");
    }

    @Test
    void addsAndRemovesSchedules() throws Exception {
        RouteCaller.Answered added =
                api.post(
                        WS + "/schedules",
                        Map.of("id", "morning", "cron", "30 9 * * mon-fri", "prompt", "Look."));

        assertThat(added.status()).isEqualTo(201);
        assertThat(added.headers()).containsEntry("Location", WS + "/schedules/morning");
        assertThat(added.json().text("next")).contains("2026-03-02T09:30:00Z");
        assertThat(api.get(WS + "/schedules").each("status")).containsExactly("own");
        assertThat(
                        api.post(
                                        WS + "/schedules",
                                        Map.of("id", "morning", "cron", "@daily", "prompt", "x"))
                                .status())
                .isEqualTo(409);
        assertThat(api.post(WS + "/schedules", Map.of("cron", "at dawn", "prompt", "x")).status())
                .isEqualTo(400);
        assertThat(api.get(WS + "/schedules/runs").each("run")).isEmpty();
        assertThat(api.send("DELETE", WS + "/schedules/morning", "").status()).isEqualTo(204);
        assertThat(api.send("DELETE", WS + "/schedules/morning", "").status()).isEqualTo(404);
        assertThat(api.send("POST", WS + "/schedules/morning/adopt", "").status()).isEqualTo(404);
    }

    @Test
    void keepsMemory() throws Exception {
        String file = WS + "/memory/files?path=memory/facts/build.md";
        String body = "{\"content\":\"> Summary: how to build\\n\\nRun ./check.\\n\"}";

        assertThat(api.send("PUT", file, body).json().text("path"))
                .contains("memory/facts/build.md");
        assertThat(api.get(WS + "/memory").each("summary")).containsExactly("how to build");
        assertThat(api.get(file).json().text("content").orElse("")).contains("Run ./check.");
        assertThat(api.get(WS + "/memory/search?q=build").each("path"))
                .contains("memory/facts/build.md");
        assertThat(api.send("DELETE", file, "").status()).isEqualTo(204);
        assertThat(api.get(file).status()).isEqualTo(404);
    }

    @Test
    void writesNoOtherFilesAsMemory() throws Exception {
        String body = "{\"content\":\"x\"}";
        for (String path : List.of("src/Main.java", "memory/../src/Main.java", "/etc/x.md")) {
            String file = WS + "/memory/files?path=" + path;
            assertThat(api.send("PUT", file, body).status()).as(path).isIn(400, 403);
            assertThat(api.send("DELETE", file, "").status()).as(path).isIn(400, 403, 404);
        }
        assertThat(root.resolve("src/Main.java")).hasContent("class Main {}\n// TODO\n");
    }

    @Test
    void leavesToTheRulesWhatSomebodyMayNotApprove() throws Exception {
        Files.writeString(root.resolve("MEMORY.md"), "old\n");
        RouteCaller bob = api.by(Set.of(AccessScope.LOOK, AccessScope.SPEAK), Optional.empty());

        assertThat(bob.send("DELETE", WS + "/memory/files?path=MEMORY.md", "").status())
                .isEqualTo(403);
        assertThat(root.resolve("MEMORY.md")).hasContent("old\n");
    }

    /// No session is open.
    private static final class NoSessions implements SessionUse {

        @Override
        public <T> T with(SessionRef session, Work<T> work) throws IOException {
            throw Problem.notFound("There is no such session.").exception();
        }

        @Override
        public List<Session> open(String workspace) {
            return List.of();
        }
    }

    /// There is no other server, except for one session.
    private static final class LoneServer implements Cluster {

        @Override
        public String server() {
            return "here";
        }

        @Override
        public List<String> servers() {
            return List.of("here");
        }

        @Override
        public Optional<String> holder(SessionRef session) {
            return session.session().equals("away") ? Optional.of("there") : Optional.empty();
        }

        @Override
        public ApiResponse forward(String server, ApiRequest request) {
            return ApiResponse.json(200, Json.Obj.EMPTY.with("from", server));
        }

        @Override
        public Begun begin(Local local, Consumer<SessionRef> orphan) {
            return () -> {};
        }

        @Override
        public AtWork atWork(SessionRef session) {
            return () -> {};
        }
    }

    /// Nothing is asked.
    private static final class NoRequests implements OpenRequests {

        @Override
        public void add(OpenRequest request) {
            throw new AssertionError("nobody asks");
        }

        @Override
        public boolean remove(String id) {
            return false;
        }

        @Override
        public Optional<OpenRequest> find(String id) {
            return Optional.empty();
        }

        @Override
        public List<OpenRequest> list() {
            return List.of();
        }

        @Override
        public void clear(SessionRef session) {
            throw new AssertionError("nobody asks");
        }
    }
}
