package dev.deft.server.chat;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.Route;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// `POST /v1/chat/completions` and `GET /v1/models`, so that clients of OpenAI can talk to agents.
public final class ChatRoutes {

    private static final String JSON = "application/json";
    private static final String FAILURE = "An error in the shape of OpenAI.";

    private static final String SESSION = "x-deft-session";

    private final ChatSessions sessions;
    private final ChatModels models;
    private final InstantSource clock;
    private final Supplier<String> ids;

    /// @param ids for new sessions
    public ChatRoutes(
            ChatSessions sessions, ChatModels models, InstantSource clock, Supplier<String> ids) {
        this.sessions = sessions;
        this.models = models;
        this.clock = clock;
        this.ids = ids;
    }

    /// The routes.
    public List<Route> routes() {
        return List.of(
                Route.post("/v1/chat/completions")
                        .named(
                                "chat",
                                "createChatCompletion",
                                "Ask an agent, over the wire of OpenAI's Chat Completions.")
                        .needs(AccessScope.SPEAK)
                        .bodyUpTo(Route.LARGE_BODY)
                        .answers(
                                200,
                                "application/json",
                                "A completion; with `stream`, pieces of one as server-sent events.")
                        .alsoAnswers("text/event-stream")
                        .answers(400, JSON, FAILURE)
                        .answers(403, JSON, FAILURE)
                        .answers(404, JSON, FAILURE)
                        .answers(409, JSON, FAILURE)
                        .answers(500, JSON, FAILURE)
                        .answers(503, JSON, FAILURE)
                        .by(request -> guarded(() -> complete(request))),
                Route.get("/v1/models")
                        .named("chat", "listChatModels", "The agents that chats can have.")
                        .needs(AccessScope.LOOK)
                        .answers(200, "application/json", "A list of models.")
                        .by(request -> guarded(() -> list(request))));
    }

    /// What is done for a request.
    private interface Step {

        ApiResponse run() throws IOException, InterruptedException;
    }

    private static ApiResponse guarded(Step step) throws IOException, InterruptedException {
        try {
            return step.run();
        } catch (ProblemException e) {
            return ChatWire.error(e.problem());
        }
    }

    private ApiResponse list(ApiRequest request) throws IOException {
        List<Json> items = new ArrayList<>();
        for (String it : models.visibleTo(request.principal())) {
            items.add(
                    Json.Obj.EMPTY
                            .with("id", it)
                            .with("object", "model")
                            .with("created", Json.Num.of(0))
                            .with("owned_by", "deft"));
        }
        return ApiResponse.json(
                200, Json.Obj.EMPTY.with("object", "list").with("data", new Json.Arr(items)));
    }

    private ApiResponse complete(ApiRequest request) throws IOException, InterruptedException {
        Json.Obj body = request.json();
        ChatRequest asked = ChatRequest.read(body);
        models.require(asked.workspace(), asked.agent(), request.principal());
        Optional<String> given = request.header(SESSION).filter(it -> !it.isBlank());
        var session = new SessionRef(asked.workspace(), given.orElseGet(ids));
        var text = new ChatText();
        ChatSessions.Running running =
                sessions.begin(
                        new ChatSessions.Turn(
                                session,
                                given.isEmpty(),
                                asked.agent(),
                                asked.system(),
                                given.isEmpty() ? asked.earlier() : List.of(),
                                asked.message(),
                                asked.schema()),
                        text::accept);
        var wire =
                new ChatWire(
                        "chatcmpl-" + session.session() + "-" + clock.millis(),
                        clock.instant().getEpochSecond(),
                        body.text("model").orElseThrow(),
                        Json.Obj.EMPTY
                                .with("workspace", session.workspace())
                                .with("session", session.session()));
        ApiResponse response =
                asked.streamed()
                        ? streamed(asked, running, text, wire)
                        : whole(asked, running.await(), text, wire);
        return response.with("X-Deft-Session", session.session());
    }

    private static ApiResponse whole(
            ChatRequest asked, RunOutcome outcome, ChatText text, ChatWire wire) {
        Optional<Problem> failure = ChatWire.failure(outcome);
        if (failure.isPresent()) {
            return ChatWire.error(failure.get());
        }
        return ApiResponse.json(200, wire.completion(answer(asked, outcome, text.all()), outcome));
    }

    /// An answer in a shape is nothing but the value.
    private static String answer(ChatRequest asked, RunOutcome outcome, String text) {
        if (asked.schema().isEmpty()) {
            return text;
        }
        return outcome.structured().map(JsonText::write).orElse(outcome.text());
    }

    private static ApiResponse streamed(
            ChatRequest asked, ChatSessions.Running running, ChatText text, ChatWire wire) {
        Thread _ = Thread.ofVirtual().name("chat").start(() -> endWith(running, text));
        return ApiResponse.events(out -> {
            send(out, wire.begin());
            for (Optional<String> piece = text.take(); piece.isPresent(); piece = text.take()) {
                if (asked.schema().isEmpty()) {
                    send(out, wire.piece(piece.get()));
                }
            }
            finish(asked, running.await(), text, wire, out);
        });
    }

    private static void endWith(ChatSessions.Running running, ChatText text) {
        try {
            RunOutcome _ = running.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            text.end();
        }
    }

    private static void finish(
            ChatRequest asked,
            RunOutcome outcome,
            ChatText text,
            ChatWire wire,
            ApiResponse.EventWriter out)
            throws IOException {
        Optional<Problem> failure = ChatWire.failure(outcome);
        if (failure.isPresent()) {
            send(out, ChatWire.errorBody(failure.get()));
            return;
        }
        if (asked.schema().isPresent()) {
            send(out, wire.piece(answer(asked, outcome, text.all())));
        }
        send(out, wire.finished(outcome));
        if (asked.counted()) {
            send(out, wire.counted(outcome));
        }
        out.event("", "", ChatWire.END);
    }

    private static void send(ApiResponse.EventWriter out, Json.Obj data) throws IOException {
        out.event("", "", JsonText.write(data));
    }
}
