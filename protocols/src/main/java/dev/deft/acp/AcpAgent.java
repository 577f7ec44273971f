package dev.deft.acp;

import dev.deft.agent.config.MissingKeyException;
import dev.deft.agent.session.SessionId;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.json.Json;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcConnection;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import dev.deft.rpc.RpcRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/// The agent on one connection: it answers the requests of a client, and holds its sessions.
public final class AcpAgent implements RpcHandler {

    /// The version of the protocol that it speaks.
    static final int VERSION = 1;

    /// How long sessions may take to close when the client has gone.
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final AgentChoices source;
    private final String release;
    private final Random random = new Random();
    private final Map<String, AcpSession> sessions = new ConcurrentHashMap<>();
    private final AcpSessionList catalog;

    /// By the call itself: a client may use the id of a request again once it has the answer.
    private final Map<RpcCall, Turn> turns = Collections.synchronizedMap(new IdentityHashMap<>());

    private volatile Optional<ClientCapabilities> client = Optional.empty();

    AcpAgent(AgentChoices source, String release) {
        this.source = source;
        this.release = release;
        this.catalog = new AcpSessionList(source.engine());
    }

    /// Serves a client until it closes its end, and then ends all sessions.
    ///
    /// @param release the version of the program, for people
    /// @throws InterruptedException if the thread was interrupted
    public static void serve(InputStream in, OutputStream out, AgentChoices source, String release)
            throws InterruptedException {
        var agent = new AcpAgent(source, release);
        RpcConnection connection = RpcConnection.open(in, out, RpcRules.acp(), agent);
        connection.awaitEnd();
        agent.closeAll();
    }

    private void closeAll() throws InterruptedException {
        List<Thread> closing = new ArrayList<>();
        for (AcpSession it : sessions.values()) {
            closing.add(Thread.ofVirtual().name("close " + it.id()).start(() -> close(it)));
        }
        long end = System.nanoTime() + FAREWELL.toNanos();
        for (Thread it : closing) {
            boolean _ = it.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        }
    }

    private void close(AcpSession session) {
        try {
            session.close();
        } catch (IOException e) {
            source.note(
                    "The session %s was not closed: %s".formatted(session.id(), e.getMessage()));
        }
    }

    /// A client may send more before it has the answer to `initialize`.
    @Override
    public void arrived(RpcCall call) {
        if (call.method().equals("initialize")
                && call.params().find("protocolVersion").isPresent()) {
            client = Optional.of(ClientCapabilities.of(call.params()));
        }
        if (call.method().equals("session/prompt")) {
            find(call.params())
                    .flatMap(AcpSession::promptArrived)
                    .ifPresent(it -> turns.put(call, it));
        }
    }

    @Override
    public void notified(String method, Json.Obj params) {
        if (method.equals("session/cancel")) {
            find(params).ifPresent(AcpSession::cancel);
        }
    }

    private Optional<AcpSession> find(Json.Obj params) {
        return params.text("sessionId").flatMap(it -> Optional.ofNullable(sessions.get(it)));
    }

    /// The answer to a prompt lets the next one begin. A client learns the commands of a new
    /// session once it knows the session.
    @Override
    public void answered(RpcCall call) {
        Optional.ofNullable(turns.remove(call)).ifPresent(Turn::answered);
        if (call.method().equals("session/new")) {
            catalog.takeNew(call.id()).map(sessions::get).ifPresent(AcpSession::sendCommands);
        }
    }

    @Override
    public Json answer(RpcCall call) throws RpcException, IOException, InterruptedException {
        AcpParams params = AcpParams.of(call.params());
        try {
            return call.method().equals("initialize") ? initialize(params) : answer(call, params);
        } catch (MissingKeyException e) {
            throw AcpErrors.authRequired(
                    "There is no key for a model. "
                            + AuthMethods.ADVICE
                            + " ("
                            + e.getMessage()
                            + ")");
        } catch (IllegalArgumentException e) {
            throw RpcException.invalidParams(AcpErrors.oneLine(String.valueOf(e.getMessage())));
        }
    }

    private Json initialize(AcpParams params) throws RpcException {
        params.number("protocolVersion");
        return AgentCapabilities.answer(release);
    }

    private Json answer(RpcCall call, AcpParams params)
            throws RpcException, IOException, InterruptedException {
        String method = call.method();
        if (!AgentCapabilities.METHODS.contains(method)) {
            throw RpcException.methodNotFound(method);
        }
        if (client.isEmpty()) {
            throw AcpErrors.invalidRequest("Send initialize before %s.".formatted(method));
        }
        return switch (method) {
            case "authenticate" -> authenticate(params);
            case "session/new" -> begin(call, params);
            case "session/load" -> load(call, params);
            case "session/resume" -> resume(call, params);
            case "session/list" -> catalog.list(params);
            case "session/close" -> end(params);
            case "session/delete" -> delete(params);
            case "session/prompt" -> session(params).prompt(turn(call), params);
            case "session/set_mode" -> setMode(params);
            case "session/set_config_option" -> setOption(params);
            default -> throw RpcException.methodNotFound(method);
        };
    }

    /// The key comes from the environment: all that can be done is to look whether it is there.
    private Json authenticate(AcpParams params) throws RpcException, IOException {
        String method = params.text("methodId");
        if (!method.equals(AuthMethods.ENVIRONMENT)) {
            throw RpcException.invalidParams(
                    "params.methodId must be \"%s\", not \"%s\"."
                            .formatted(AuthMethods.ENVIRONMENT, method));
        }
        source.checkKey();
        return Json.Obj.EMPTY;
    }

    private Json begin(RpcCall call, AcpParams params) throws RpcException, IOException {
        SessionRequest request = SessionRequest.of(params, true);
        String id = SessionId.generate(Instant.now(), random).value();
        AcpSession session = open(call, id, request);
        catalog.began(call.id(), id);
        return Json.Obj.EMPTY.with("sessionId", id).withAll(session.describe());
    }

    private AcpSession open(RpcCall call, String id, SessionRequest request) throws IOException {
        AcpSession session =
                AcpSession.open(source, call.peer(), client.orElseThrow(), id, request);
        sessions.put(id, session);
        catalog.knows(request.root());
        return session;
    }

    private Json load(RpcCall call, AcpParams params) throws RpcException, IOException {
        AcpSession session = recorded(call, params, true);
        session.replay();
        session.sendCommands();
        return session.describe();
    }

    private Json resume(RpcCall call, AcpParams params) throws RpcException, IOException {
        AcpSession session = recorded(call, params, false);
        session.resume();
        session.sendCommands();
        return session.describe();
    }

    /// Opens a session that exists. One that the client holds already is opened again.
    private AcpSession recorded(RpcCall call, AcpParams params, boolean servers)
            throws RpcException, IOException {
        String id = params.text("sessionId");
        SessionRequest request = SessionRequest.of(params, servers);
        if (!catalog.exists(request.root(), id)) {
            throw AcpErrors.notFound("There is no session %s in %s.".formatted(id, request.root()));
        }
        AcpSession held = sessions.get(id);
        if (held != null) {
            sessions.remove(id, held);
            held.close();
        }
        return open(call, id, request);
    }

    private Json end(AcpParams params) throws RpcException, IOException {
        AcpSession session = session(params);
        sessions.remove(session.id(), session);
        session.close();
        return Json.Obj.EMPTY;
    }

    /// Deleting a session that is not there is no mistake.
    private Json delete(AcpParams params) throws RpcException, IOException {
        String id = params.text("sessionId");
        AcpSession held = sessions.remove(id);
        if (held != null) {
            held.close();
        }
        catalog.delete(id);
        return Json.Obj.EMPTY;
    }

    private AcpSession session(AcpParams params) throws RpcException {
        String id = params.text("sessionId");
        AcpSession found = sessions.get(id);
        if (found == null) {
            throw AcpErrors.notFound("There is no open session %s; load it first.".formatted(id));
        }
        return found;
    }

    private Turn turn(RpcCall call) throws RpcException {
        return Optional.ofNullable(turns.get(call))
                .orElseThrow(() ->
                        AcpErrors.invalidRequest(
                                "A turn of this session is still running; cancel it, or wait for its"
                                        + " answer."));
    }

    private Json setMode(AcpParams params) throws RpcException, IOException, InterruptedException {
        AcpSession session = session(params);
        session.useAgent(params.text("modeId"));
        session.updates()
                .send(
                        "config_option_update",
                        Json.Obj.EMPTY.with("configOptions", session.options().options()));
        return Json.Obj.EMPTY;
    }

    private Json setOption(AcpParams params)
            throws RpcException, IOException, InterruptedException {
        AcpSession session = session(params);
        String option = params.text("configId");
        String value = params.text("value");
        switch (option) {
            case SessionOptions.AGENT -> {
                session.useAgent(value);
                session.updates()
                        .send("current_mode_update", Json.Obj.EMPTY.with("currentModeId", value));
            }
            case SessionOptions.MODEL -> session.useModel(value);
            case SessionOptions.PERMISSIONS -> session.usePermissions(value);
            default ->
                    throw RpcException.invalidParams(
                            "params.configId must be mode, model or permissions, not \"%s\"."
                                    .formatted(option));
        }
        return Json.Obj.EMPTY.with("configOptions", session.options().options());
    }
}
