package dev.deft.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.policy.Policy;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcConnection;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import dev.deft.rpc.RpcMessage;
import dev.deft.rpc.RpcRules;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A client of the agent inside the test.
final class AcpClient implements RpcHandler, AutoCloseable {

    static final Duration LONG = Duration.ofSeconds(30);

    /// Answers a request of the agent.
    @FunctionalInterface
    interface Answer {

        Json to(Json.Obj params) throws RpcException, InterruptedException;
    }

    private final ReceivedMessages toAgent = new ReceivedMessages();
    private final ReceivedMessages toClient = new ReceivedMessages();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<Json.Obj> updates = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Json.Obj> arrived = new LinkedBlockingQueue<>();
    private final BlockingQueue<RpcCall> asked = new LinkedBlockingQueue<>();
    private final TestAgents agents;
    private final Thread serving;
    private final OutputStream raw;
    private final RpcConnection connection;
    private volatile boolean broken;

    private AcpClient(TestAgents agents) {
        this.agents = agents;
        this.serving =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                AcpAgent.serve(toAgent.in(), toClient.out(), agents, "test");
                            } catch (InterruptedException _) {
                                Thread.currentThread().interrupt();
                            }
                        });
        this.raw = toAgent.out();
        this.connection = RpcConnection.open(toClient.in(), toAgent.out(), RpcRules.acp(), this);
    }

    static AcpClient start(Path home) throws IOException {
        return start(home, Policy.unspecified());
    }

    static AcpClient start(Path home, Policy policy) throws IOException {
        return new AcpClient(new TestAgents(home, policy));
    }

    /// A client that has said what it offers.
    static AcpClient initialized(Path home, Json.Obj capabilities) throws Exception {
        AcpClient client = start(home);
        client.initialize(capabilities);
        return client;
    }

    Json.Obj initialize(Json.Obj capabilities) throws Exception {
        return object(
                request(
                        "initialize",
                        Json.Obj.EMPTY
                                .with("protocolVersion", Json.Num.of(1))
                                .with("clientCapabilities", capabilities)));
    }

    AcpClient answering(String method, Answer answer) {
        answers.put(method, answer);
        return this;
    }

    @Override
    public Json answer(RpcCall call) throws RpcException, InterruptedException {
        asked.add(call);
        Answer answer = answers.get(call.method());
        if (answer == null) {
            throw RpcException.methodNotFound(call.method());
        }
        return answer.to(call.params());
    }

    @Override
    public void notified(String method, Json.Obj params) {
        if (method.equals("session/update")) {
            updates.add(params);
            arrived.add(object(params.find("update").orElseThrow()));
        }
    }

    Json request(String method, Json.Obj params) throws Exception {
        return connection.request(method, params, LONG);
    }

    /// The error of a request that must fail.
    RpcError refused(String method, Json.Obj params) throws Exception {
        broken = true;
        try {
            throw new AssertionError(method + " succeeded: " + request(method, params));
        } catch (RpcException e) {
            return e.error();
        }
    }

    void tell(String method, Json.Obj params) throws IOException {
        connection.sendNotification(method, params);
    }

    /// Sends a prompt without waiting for its answer.
    void begin(String id, String session, String text) throws IOException {
        connection.send(
                new RpcMessage.Request(
                        new Json.Str(id), "session/prompt", prompted(session, text)));
    }

    /// Waits for the answer to a request with a text as its id.
    String answerTo(String id) throws InterruptedException {
        return toClient.await("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",", LONG);
    }

    /// Waits for a line of the agent that contains a text.
    String lineWith(String text) throws InterruptedException {
        return toClient.await(text, LONG);
    }

    /// Writes a line as it is.
    void line(String text) throws IOException {
        broken = true;
        raw.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /// A new session in a directory.
    String session(Path root) throws Exception {
        return object(request("session/new", in(root))).text("sessionId").orElseThrow();
    }

    static Json.Obj in(Path root) {
        return Json.Obj.EMPTY
                .with("cwd", root.toString())
                .with("mcpServers", new Json.Arr(List.of()));
    }

    /// Sends a prompt of one text, and returns why the turn stopped.
    String prompt(String session, String text) throws Exception {
        return object(request("session/prompt", prompted(session, text)))
                .text("stopReason")
                .orElseThrow();
    }

    static Json.Obj prompted(String session, String text) {
        return prompted(session, Json.Obj.EMPTY.with("type", "text").with("text", text));
    }

    static Json.Obj prompted(String session, Json... blocks) {
        return Json.Obj.EMPTY
                .with("sessionId", session)
                .with("prompt", new Json.Arr(List.of(blocks)));
    }

    /// The next update of a kind.
    Json.Obj await(String kind) throws InterruptedException {
        for (Optional<Json.Obj> it = next(); ; it = next()) {
            Json.Obj update =
                    it.orElseThrow(() -> new AssertionError("no " + kind + " in " + updates));
            if (update.text("sessionUpdate").equals(Optional.of(kind))) {
                return update;
            }
        }
    }

    private Optional<Json.Obj> next() throws InterruptedException {
        return Optional.ofNullable(arrived.poll(LONG.toSeconds(), TimeUnit.SECONDS));
    }

    /// The next request of the agent.
    RpcCall asked() throws InterruptedException {
        return Optional.ofNullable(asked.poll(LONG.toSeconds(), TimeUnit.SECONDS)).orElseThrow();
    }

    /// All updates of a kind so far.
    List<Json.Obj> updates(String kind) {
        return updates.stream()
                .map(it -> object(it.find("update").orElseThrow()))
                .filter(it -> it.text("sessionUpdate").equals(Optional.of(kind)))
                .toList();
    }

    List<Json.Obj> updates() {
        return List.copyOf(updates);
    }

    /// The text of the agent's messages so far.
    String said() {
        return text("agent_message_chunk");
    }

    String text(String kind) {
        var text = new StringBuilder();
        for (Json.Obj it : updates(kind)) {
            text.append(object(it.find("content").orElseThrow()).text("text").orElse(""));
        }
        return text.toString();
    }

    List<String> linesOfAgent() {
        return toClient.lines();
    }

    List<String> linesOfClient() {
        return toAgent.lines();
    }

    static Json.Obj object(Json json) {
        return (Json.Obj) json;
    }

    /// Closes the client's end, and waits until the agent has ended.
    ///
    /// @return whether it ended in time
    boolean hangUp(Duration most) throws IOException, InterruptedException {
        raw.close();
        return serving.join(most);
    }

    /// Every message of a scenario is judged by the schema; where the client breaks it on purpose,
    /// those of the agent.
    @Override
    public void close() throws IOException {
        try {
            hangUp(LONG);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        connection.close();
        agents.close();
        assertThat(new AcpSchema().problems(linesOfAgent(), linesOfClient()))
                .filteredOn(it -> !broken || !it.startsWith("client"))
                .isEmpty();
    }
}
