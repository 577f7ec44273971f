package dev.deft.server.api.session;

import dev.deft.agent.context.ContextUse;
import dev.deft.agent.session.Entry;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.Route;
import dev.deft.server.live.LiveSessions;
import dev.deft.server.store.SessionRef;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/// What is said in a session, and what happens there.
final class TalkRoutes {

    private static final String TAG = "sessions";
    private static final String EVENTS = "text/event-stream";

    private final LiveSessions live;
    private final SessionAddress address;
    private final RandomGenerator random;

    TalkRoutes(LiveSessions live, RandomGenerator random) {
        this.live = live;
        this.address = new SessionAddress(live);
        this.random = random;
    }

    /// A message to the agent.
    record MessageOrder(
            @Doc("What to say") Optional<String> text,
            @Doc("Files that go with it: text and pictures")
                    Optional<List<Attachments.FileOrder>> attachments) {}

    /// What became of a message, which is durable.
    record MessageSent(
            String messageId,
            @Doc("`running` if the agent takes it up now, `queued` if it waits for the current run")
                    String state) {}

    /// Whether anything was stopped.
    record Stopped(boolean interrupted) {}

    /// What a summary is to keep.
    record CompactOrder(
            @Doc("What the summary is to keep") @Bounds(max = 2000) Optional<String> wishes) {}

    /// The summary.
    record CompactView(@Doc("Absent if there is nothing to sum up") Optional<String> summary) {}

    /// What the next request to the model would hold.
    record ContextView(long tokens, int window, List<ContextPart> parts) {}

    /// A part of a request.
    record ContextPart(String name, long tokens) {}

    List<Route> routes() {
        return List.of(
                Route.post(SessionAddress.ONE + "/messages")
                        .named(
                                TAG,
                                "sendMessage",
                                "Sends a message; it is durable when this answers.")
                        .needs(AccessScope.SPEAK)
                        .body(MessageOrder.class)
                        .bodyUpTo(Route.LARGE_BODY)
                        .answers(202, MessageSent.class)
                        .by(address.held(this::send)),
                Route.post(SessionAddress.ONE + "/interrupt")
                        .named(TAG, "interruptSession", "Stops the current run and calls.")
                        .needs(AccessScope.SPEAK)
                        .answers(200, Stopped.class)
                        .by(address.held(this::interrupt)),
                Route.post(SessionAddress.ONE + "/compact")
                        .named(TAG, "compactSession", "Sums up the older part of the conversation.")
                        .needs(AccessScope.SPEAK)
                        .body(CompactOrder.class)
                        .answers(200, CompactView.class)
                        .by(address.held(this::compact)),
                Route.get(SessionAddress.ONE + "/context")
                        .named(TAG, "getContext", "What the next request to the model would hold.")
                        .needs(AccessScope.LOOK)
                        .answers(200, ContextView.class)
                        .by(address.held(this::context)),
                Route.get(SessionAddress.ONE + "/events")
                        .named(
                                "events",
                                "followSession",
                                "What happens in a session, as it happens.")
                        .needs(AccessScope.LOOK)
                        .query(
                                "after",
                                "string",
                                "The id of the last event you have, like Last-Event-ID.")
                        .answers(
                                200,
                                EVENTS,
                                "Events: entry, live, snapshot, state, request, request_closed.")
                        .by(this::events),
                Route.get("/v1/events")
                        .named(
                                "events",
                                "followAll",
                                "What happens in all sessions that you may see.")
                        .needs(AccessScope.LOOK)
                        .query(
                                "after",
                                "integer",
                                "The id of the last event you have, like Last-Event-ID.")
                        .answers(
                                200,
                                EVENTS,
                                "Events: hello, session, session_deleted, request, request_closed, schedule_run, reset.")
                        .by(this::allEvents));
    }

    private ApiResponse send(ApiRequest request) throws IOException, InterruptedException {
        SessionRef ref = address.existing(request);
        MessageOrder order = request.body(MessageOrder.class);
        boolean waits =
                live.talks()
                        .send(
                                ref,
                                Attachments.message(
                                        order.text().orElse(""),
                                        order.attachments().orElse(List.of())),
                                Entry.User.FROM_USER);
        byte[] id = new byte[8];
        random.nextBytes(id);
        return ApiResponse.record(
                202,
                new MessageSent(
                        "msg_" + HexFormat.of().formatHex(id), waits ? "queued" : "running"));
    }

    private ApiResponse interrupt(ApiRequest request) throws IOException {
        return ApiResponse.record(
                200, new Stopped(live.talks().interrupt(address.existing(request))));
    }

    private ApiResponse compact(ApiRequest request) throws IOException, InterruptedException {
        CompactOrder order = request.body(CompactOrder.class);
        return ApiResponse.record(
                200,
                new CompactView(
                        live.talks()
                                .compact(address.existing(request), order.wishes().orElse(""))));
    }

    private ApiResponse context(ApiRequest request) throws IOException, InterruptedException {
        ContextUse use = live.talks().context(address.existing(request));
        return ApiResponse.record(
                200,
                new ContextView(
                        use.tokens(),
                        use.window(),
                        use.shares().stream()
                                .map(it -> new ContextPart(it.name(), it.tokens()))
                                .toList()));
    }

    private static Optional<String> lastEvent(ApiRequest request) {
        return request.header("last-event-id")
                .filter(it -> !it.isBlank())
                .or(() -> request.parameter("after"));
    }

    private ApiResponse events(ApiRequest request) throws IOException {
        return ApiResponse.events(live.streams().of(address.existing(request), lastEvent(request)));
    }

    private ApiResponse allEvents(ApiRequest request) throws IOException {
        OptionalLong after = OptionalLong.empty();
        Optional<String> given = lastEvent(request);
        if (given.isPresent()) {
            try {
                after = OptionalLong.of(Long.parseUnsignedLong(given.get()) & Long.MAX_VALUE);
            } catch (NumberFormatException _) {
                throw Problem.badRequest("Last-Event-ID is a number, as events have it.")
                        .exception();
            }
        }
        return ApiResponse.events(live.streams().all(request.principal(), after));
    }
}
