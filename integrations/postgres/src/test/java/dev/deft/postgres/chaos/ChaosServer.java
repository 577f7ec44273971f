package dev.deft.postgres.chaos;

import dev.deft.agent.model.Message;
import dev.deft.agent.session.SessionId;
import dev.deft.engine.Engine;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.postgres.PostgresStore;
import dev.deft.postgres.TestStores;
import dev.deft.postgres.connection.PostgresAddress;
import dev.deft.server.access.Principal;
import dev.deft.server.access.Scope;
import dev.deft.server.api.workspace.OpenWorkspaces;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.live.LiveSessions;
import dev.deft.server.live.ObservedStores;
import dev.deft.server.live.SessionFeeds;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.SessionRef;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A server in a process of its own, to be killed: `ADDRESS NAME ROOT HOME`. Says its port when it
/// is ready. Each line `SESSION MESSAGE` that it gets is a message, answered by the status.
final class ChaosServer {

    private static final String HOP = "x-hop";

    private final PostgresStore store;
    private final LiveSessions live;

    private ChaosServer(PostgresStore store, LiveSessions live) {
        this.store = store;
        this.live = live;
    }

    public static void main(String[] arguments) throws Exception {
        var served = new ServedWorkspace("w", Path.of(arguments[2]));
        PostgresStore store =
                PostgresStore.open(
                        PostgresAddress.parse(arguments[0], Map.of()),
                        arguments[1],
                        TestStores.TIMING);
        var observed = new ObservedStores(store, List.of(served), ChaosServer::log);
        Map<String, String> environment =
                Map.of("HOME", arguments[3], "DEFT_HOME", arguments[3], "PATH", "/usr/bin:/bin");
        Engine engine =
                Engine.builder()
                        .environment(environment)
                        .store(observed::sessions)
                        .schedules(observed::schedules)
                        .tools(new CountTool(Path.of(arguments[3]).resolve("executions")))
                        .build();
        var live =
                new LiveSessions(
                        new LiveSessions.Settings(List.of(served), "1", InstantSource.system()),
                        new OpenWorkspaces(engine, List.of(served)),
                        new ChaosAgents(engine, environment),
                        store,
                        observed,
                        new SessionFeeds(store, observed));
        var server = new ChaosServer(store, live);
        var _ = store.cluster().begin(server::handle, server::goOn);
        server.listen();
    }

    private void goOn(SessionRef session) {
        try {
            live.goOn(session);
            log("goes on: " + session);
        } catch (RuntimeException e) {
            log("does not go on: %s %s".formatted(session, e));
            throw e;
        }
    }

    private static void log(String notice) {
        System.err.println(notice);
    }

    private void listen() throws IOException {
        try (var socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress())) {
            System.out.println(socket.getLocalPort());
            System.out.flush();
            while (true) {
                Socket client = socket.accept();
                Thread.ofVirtual().start(() -> serve(client));
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                var in =
                        new BufferedReader(
                                new InputStreamReader(
                                        client.getInputStream(), StandardCharsets.UTF_8));
                var out = new PrintWriter(client.getOutputStream(), true, StandardCharsets.UTF_8)) {
            String line = in.readLine();
            if (line != null) {
                String[] parts = line.split(" ", 2);
                out.println(handle(request(parts[0], parts[1])).status());
            }
        } catch (IOException e) {
            log("not accepted: " + e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static ApiRequest request(String session, String text) {
        return new ApiRequest(
                "POST",
                "/messages",
                Map.of("session", session),
                Map.of(),
                Map.of(),
                text,
                new Principal("ann", "t", Set.of(Scope.SPEAK), Optional.empty()));
    }

    private ApiResponse handle(ApiRequest request) throws IOException, InterruptedException {
        var ref = new SessionRef("w", request.variable("session"));
        Optional<String> holder = store.cluster().holder(ref);
        if (holder.isPresent() && request.header(HOP).isEmpty()) {
            return store.cluster().forward(holder.get(), request.withHeader(HOP, "1"));
        }
        if (!live.logs(ref).exists(new SessionId(ref.session()))) {
            live.create(ref, AgentChoices.Choice.CONFIGURED);
        }
        boolean _ = live.talks().send(ref, Message.User.of(request.body()), "user");
        return ApiResponse.empty(202);
    }
}
