package dev.deft.postgres.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionStore;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.postgres.CutNetwork;
import dev.deft.postgres.PostgresStore;
import dev.deft.postgres.TestDatabase;
import dev.deft.postgres.TestStores;
import dev.deft.server.access.AccessScope;
import dev.deft.server.auth.Tokens;
import dev.deft.server.store.ServedWorkspace;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Three servers, many sessions; servers are killed, the database restarts, the network is cut.
/// Afterwards every accepted message was answered, and no call was carried out twice.
final class ChaosTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(4);

    @TempDir Path directory;

    private final List<Process> processes = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> ports = new ConcurrentHashMap<>();
    private final Map<String, Process> running = new ConcurrentHashMap<>();

    /// Messages that a server accepted, by session.
    private final Map<String, Set<String>> accepted = new ConcurrentHashMap<>();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String token = "";

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    private void start(String address, String name) throws IOException {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ChaosServer.class.getName(),
                        address,
                        name,
                        directory.resolve("w").toString(),
                        directory.resolve("home").toString());
        File errors = directory.resolve(name + ".err").toFile();
        Process process =
                new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.appendTo(errors))
                        .start();
        processes.add(process);
        running.put(name, process);
        try (var out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String port = out.readLine();
            if (port == null) {
                throw new IOException(
                        "the server %s did not start: %s"
                                .formatted(name, Files.readString(errors.toPath())));
            }
            ports.put(name, Integer.parseInt(port));
        }
    }

    private void kill(String name) throws InterruptedException {
        ports.remove(name);
        Process process = running.get(name);
        process.destroyForcibly();
        process.waitFor();
    }

    /// Sends a message to any server until one accepts it.
    private void send(String session, String message) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (System.nanoTime() < deadline) {
            List<Integer> all = List.copyOf(ports.values());
            if (!all.isEmpty()
                    && sent(
                            all.get(ThreadLocalRandom.current().nextInt(all.size())),
                            session,
                            message)) {
                accepted.computeIfAbsent(session, _ -> ConcurrentHashMap.newKeySet()).add(message);
                return;
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        throw new AssertionError("nobody accepted " + message);
    }

    /// Creates the session, if nobody has, and sends a message to it.
    private boolean sent(int port, String session, String message) {
        Json.Obj created = Json.Obj.EMPTY.with("id", session);
        Json.Obj said = Json.Obj.EMPTY.with("text", message);
        return Set.of(201, 409).contains(posted(port, "/v1/workspaces/w/sessions", created))
                && posted(port, "/v1/workspaces/w/sessions/%s/messages".formatted(session), said)
                        == 202;
    }

    /// @return the status; 0 if there was none
    private int posted(int port, String path, Json.Obj body) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .timeout(Duration.ofSeconds(60))
                        .POST(HttpRequest.BodyPublishers.ofString(JsonText.write(body)))
                        .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException _) {
            return 0;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private void talk(int sessions, int messages) throws InterruptedException {
        List<Thread> people = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
            String session = "s" + i;
            people.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                for (int m = 0; m < messages; m++) {
                                    send(session, session + "m" + m);
                                }
                            }));
        }
        for (Thread person : people) {
            person.join();
        }
    }

    @Test
    @Tag("slow")
    void nothingIsLostAndNothingRunsTwiceWhenAServerIsKilled() throws Exception {
        chaos(12, 2, 2, false);
    }

    @Test
    @Tag("deep")
    @Timeout(900)
    void nothingIsLostAndNothingRunsTwiceInALongStorm() throws Exception {
        chaos(200, 3, 10, true);
    }

    /// @param blows how many times something is broken
    /// @param all whether the database and the network are broken too
    private void chaos(int sessions, int messages, int blows, boolean all) throws Exception {
        Path root = Files.createDirectories(directory.resolve("w"));
        Files.createDirectories(directory.resolve("home"));
        try (TestDatabase database = TestDatabase.start();
                var network = new CutNetwork(database.port());
                var stores = new TestStores(TestDatabase.address(database.port(), "chaos"))) {
            PostgresStore judge = stores.open("judge");
            token =
                    new Tokens(judge.tokens(), InstantSource.system())
                            .issue(
                                    new Tokens.Grant(
                                            "ann",
                                            Set.of(AccessScope.SPEAK, AccessScope.LOOK),
                                            Optional.empty(),
                                            Optional.empty()))
                            .text();
            String address = TestDatabase.address(network.port(), "chaos");
            for (String name : List.of("a", "b", "c")) {
                start(address, name);
            }
            var done = new AtomicBoolean();
            Thread talking =
                    Thread.ofVirtual()
                            .start(() -> {
                                try {
                                    talk(sessions, messages);
                                } catch (InterruptedException _) {
                                    Thread.currentThread().interrupt();
                                }
                                done.set(true);
                            });
            var random = new Random(11);
            for (int i = 0; i < blows; i++) {
                Thread.sleep(500 + random.nextInt(1_500));
                blow(all ? random.nextInt(5) : 0, random, address, database, network);
            }
            talking.join();
            assertThat(done).isTrue();
            check(judge.sessions(new ServedWorkspace("w", root)));
        }
    }

    private void blow(
            int kind, Random random, String address, TestDatabase database, CutNetwork network)
            throws Exception {
        switch (kind) {
            case 3 -> database.restart();
            case 4 -> {
                network.cut();
                Thread.sleep(random.nextInt(5_000));
                network.mend();
            }
            default -> {
                String victim = List.of("a", "b", "c").get(random.nextInt(3));
                kill(victim);
                start(address, victim);
            }
        }
    }

    private void check(SessionStore sessions) throws Exception {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        List<String> missing = missing(sessions);
        while (!missing.isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(200);
            missing = missing(sessions);
        }
        assertThat(missing)
                .as("accepted messages without an answer; " + story(sessions, missing))
                .isEmpty();
        List<String> executions =
                Files.readAllLines(directory.resolve("home").resolve("executions"));
        assertThat(executions).as("calls that were carried out").doesNotHaveDuplicates();
        Set<String> called = new HashSet<>();
        for (String session : accepted.keySet()) {
            sessions.read(new SessionId(session), 0)
                    .forEach(it -> {
                        if (it.text("role").orElse("").equals("call")
                                && it.find("args").orElse(Json.Null.VALUE) instanceof Json.Obj a) {
                            called.add(a.text("id").orElse(""));
                        }
                    });
        }
        assertThat(called)
                .as("every call that was carried out is recorded")
                .containsAll(executions);
    }

    /// What the servers said, and the sessions whose messages are missing.
    private String story(SessionStore sessions, List<String> missing) throws IOException {
        var story = new StringBuilder();
        for (String name : missing.isEmpty() ? List.<String>of() : List.of("a", "b", "c")) {
            story.append(Files.readString(directory.resolve(name + ".err"))).append('\n');
        }
        for (String message : missing) {
            var session = new SessionId(message.replaceFirst("m.*", ""));
            sessions.read(session, 0).forEach(it -> story.append(JsonText.write(it)).append('\n'));
        }
        return story.toString();
    }

    /// Messages that are not in the log, or after which the agent said nothing. A message that came
    /// when another one was being worked at may be answered together with it.
    private List<String> missing(SessionStore sessions) throws IOException {
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, Set<String>> session : accepted.entrySet()) {
            Set<String> open = new HashSet<>(session.getValue());
            Set<String> said = new HashSet<>();
            sessions.read(new SessionId(session.getKey()), 0)
                    .forEach(it -> {
                        String text = JsonText.write(it);
                        if (it.text("role").orElse("").equals("user")) {
                            open.stream()
                                    .filter(message -> text.contains("\"%s\"".formatted(message)))
                                    .forEach(said::add);
                        } else if (text.contains("answer to ")) {
                            open.removeAll(said);
                        }
                    });
            missing.addAll(open);
        }
        return missing;
    }
}
