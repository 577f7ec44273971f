package dev.deft.server.api.session;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionSummary;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ResultPage;
import dev.deft.server.http.Route;
import dev.deft.server.live.LiveSessions;
import dev.deft.server.live.SessionView;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.SessionRef;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Sessions: made, listed, named, deleted.
final class SessionRoutes {

    private static final String TAG = "sessions";

    private final LiveSessions live;
    private final SessionAddress address;
    private final InstantSource clock;
    private final RandomGenerator random;

    SessionRoutes(LiveSessions live, InstantSource clock, RandomGenerator random) {
        this.live = live;
        this.address = new SessionAddress(live);
        this.clock = clock;
        this.random = random;
    }

    /// A session to make.
    record SessionOrder(
            @Doc("Its id: letters, digits, - and _; one is made if it is absent")
                    @Bounds(min = 1, max = 128)
                    Optional<String> id,
            @Doc("The name of its agent") Optional<String> agent,
            @Doc("The name of its model, such as `anthropic/claude-sonnet-5`")
                    Optional<String> model,
            @Doc("Its title") @Bounds(min = 1, max = 200) Optional<String> title,
            @Doc("Its first message") Optional<String> message,
            @Doc("Files that go with the message")
                    Optional<List<Attachments.FileOrder>> attachments) {}

    /// What to change of a session.
    record SessionChange(
            @Doc("Its title") @Bounds(min = 1, max = 200) Optional<String> title,
            @Doc("The name of its agent from now on") Optional<String> agent,
            @Doc("The name of its model from now on") Optional<String> model) {}

    List<Route> routes() {
        return List.of(
                Route.get("/v1/sessions")
                        .named(TAG, "listSessions", "Sessions, last modified first.")
                        .needs(AccessScope.LOOK)
                        .query("workspace", "string", "Only those of a workspace.")
                        .query("q", "string", "Only those that have these words.")
                        .query("state", "string", "Only those in a state, such as `waiting`.")
                        .query("agent", "string", "Only those of an agent.")
                        .query(
                                "parent",
                                "string",
                                "Only sub-agents of a session; `none` for no sub-agents.")
                        .paged()
                        .answersPage(SessionView.class)
                        .by(this::list),
                Route.post(SessionAddress.SESSIONS)
                        .named(
                                TAG,
                                "createSession",
                                "Makes a session, and sends its first message.")
                        .needs(AccessScope.SPEAK)
                        .body(SessionOrder.class)
                        .bodyUpTo(Route.LARGE_BODY)
                        .answers(201, SessionView.class)
                        .by(this::create),
                Route.get(SessionAddress.ONE)
                        .named(TAG, "getSession", "One session.")
                        .needs(AccessScope.LOOK)
                        .answers(200, SessionView.class)
                        .by(this::get),
                Route.patch(SessionAddress.ONE)
                        .named(TAG, "changeSession", "Changes title, agent or model.")
                        .needs(AccessScope.SPEAK)
                        .body(SessionChange.class)
                        .answers(200, SessionView.class)
                        .by(address.held(this::change)),
                Route.delete(SessionAddress.ONE)
                        .named(
                                TAG,
                                "deleteSession",
                                "Deletes a session and what is stored about it.")
                        .needs(AccessScope.SPEAK)
                        .answers(204, "", "It is deleted.")
                        .by(address.held(this::delete)));
    }

    private record Listed(String workspace, SessionSummary summary) {

        String key() {
            return workspace + "/" + summary.id();
        }
    }

    private ApiResponse list(ApiRequest request) throws IOException {
        String query = request.parameter("q").orElse("");
        Optional<String> wanted = request.parameter("workspace");
        Optional<String> parent = request.parameter("parent");
        List<Listed> all = new ArrayList<>();
        for (ServedWorkspace it : live.workspaces().visibleTo(request.principal())) {
            if (wanted.isEmpty() || wanted.get().equals(it.id())) {
                live.views().search(it.id(), query).stream()
                        .filter(found -> isBelow(found, parent))
                        .forEach(found -> all.add(new Listed(it.id(), found)));
            }
        }
        all.sort(
                Comparator.comparing((Listed it) -> it.summary().modified())
                        .reversed()
                        .thenComparing(Listed::key));
        Optional<String> state = request.parameter("state");
        Optional<String> agent = request.parameter("agent");
        if (state.isEmpty() && agent.isEmpty()) {
            ResultPage<Listed> page = ResultPage.of(all, request, Listed::key);
            return ResultPage.response(new ResultPage<>(views(page.items()), page.next()), request);
        }
        List<SessionView> views =
                views(all).stream()
                        .filter(it -> state.isEmpty() || it.state().equals(state.get()))
                        .filter(it -> agent.isEmpty() || it.agent().equals(agent))
                        .toList();
        return ResultPage.response(
                ResultPage.of(views, request, it -> it.workspace() + "/" + it.id()), request);
    }

    private static boolean isBelow(SessionSummary session, Optional<String> parent) {
        return parent.isEmpty()
                || (parent.get().equals("none")
                        ? session.parent().isEmpty()
                        : session.parent().equals(parent));
    }

    private List<SessionView> views(List<Listed> items) throws IOException {
        List<SessionView> views = new ArrayList<>();
        for (Listed it : items) {
            live.views().listed(it.workspace(), it.summary()).ifPresent(views::add);
        }
        return views;
    }

    private ApiResponse create(ApiRequest request) throws IOException, InterruptedException {
        SessionOrder order = request.body(SessionOrder.class);
        String workspace = live.workspaces().of(request).id();
        var ref = new SessionRef(workspace, id(order));
        boolean speaks = order.message().isPresent() || order.attachments().isPresent();
        if (speaks) {
            // Wrong attachments are refused before there is a session.
            Attachments.message(order.message().orElse(""), order.attachments().orElse(List.of()));
        }
        live.create(ref, new AgentChoices.Choice(order.agent(), order.model()));
        if (order.title().isPresent()) {
            rename(ref, order.title().get());
        }
        if (speaks) {
            boolean _ =
                    live.talks()
                            .send(
                                    ref,
                                    Attachments.message(
                                            order.message().orElse(""),
                                            order.attachments().orElse(List.of())),
                                    Entry.User.FROM_USER);
        }
        SessionView view = live.views().of(ref);
        return ApiResponse.record(201, view).with("Location", view.url());
    }

    private String id(SessionOrder order) throws IOException {
        if (order.id().isEmpty()) {
            return SessionId.generate(clock.instant(), random).value();
        }
        if (!SessionId.isValid(order.id().get())) {
            throw Problem.badRequest("An id of a session has letters, digits, - and _.")
                    .exception();
        }
        return order.id().get();
    }

    private ApiResponse get(ApiRequest request) throws IOException {
        return ApiResponse.record(200, live.views().of(address.existing(request)));
    }

    private ApiResponse change(ApiRequest request) throws IOException {
        SessionRef ref = address.existing(request);
        SessionChange change = request.body(SessionChange.class);
        if (change.agent().isPresent() || change.model().isPresent()) {
            live.choose(ref, new AgentChoices.Choice(change.agent(), change.model()));
        }
        if (change.title().isPresent()) {
            rename(ref, change.title().get());
        }
        return ApiResponse.record(200, live.views().of(ref));
    }

    private void rename(SessionRef ref, String title) throws IOException {
        if (title.isBlank()) {
            throw Problem.badRequest("A title has at least one word.").exception();
        }
        live.rename(ref, title.strip().lines().findFirst().orElse(""));
    }

    private ApiResponse delete(ApiRequest request) throws IOException {
        live.delete(address.existing(request));
        return ApiResponse.empty(204);
    }
}
