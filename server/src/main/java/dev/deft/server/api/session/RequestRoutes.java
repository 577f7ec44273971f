package dev.deft.server.api.session;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.run.Approval;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.ResultPage;
import dev.deft.server.http.Route;
import dev.deft.server.live.LiveSessions;
import dev.deft.server.live.RequestView;
import dev.deft.server.store.OpenRequests.OpenRequest;
import dev.deft.server.store.SessionRef;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Approvals and questions: listed, and answered by whoever may.
final class RequestRoutes {

    private static final String TAG = "requests";

    private final LiveSessions live;
    private final SessionAddress address;

    RequestRoutes(LiveSessions live) {
        this.live = live;
        this.address = new SessionAddress(live);
    }

    /// An answer: `answer` to an approval, `answers` or `skip` to a question.
    record AnswerOrder(
            @Doc("`once`, `session`, `project` or `reject`") Optional<String> answer,
            @Doc("The rules to store instead of the suggested ones, with `session` or `project`")
                    Optional<List<String>> rules,
            @Doc("What the agent is told, with `reject`") @Bounds(max = 10_000)
                    Optional<String> message,
            @Doc("For each question the answers to it") Optional<List<List<String>>> answers,
            @Doc("Answers no question") Optional<Boolean> skip) {}

    /// Who answered.
    record AnswerView(String id, String answeredBy) {}

    List<Route> routes() {
        return List.of(
                Route.get("/v1/requests")
                        .named(
                                TAG,
                                "listRequests",
                                "Approvals and questions that wait, the oldest first.")
                        .needs(AccessScope.LOOK)
                        .query("workspace", "string", "Only those of a workspace.")
                        .query("session", "string", "Only those of a session.")
                        .paged()
                        .answersPage(RequestView.class)
                        .by(this::list),
                Route.get("/v1/requests/{request}")
                        .named(TAG, "getRequest", "One approval or question that waits.")
                        .needs(AccessScope.LOOK)
                        .answers(200, RequestView.class)
                        .by(this::get),
                Route.post(SessionAddress.ONE + "/requests/{request}/answer")
                        .named(TAG, "answerRequest", "Answers an approval or a question.")
                        .needs(AccessScope.APPROVE)
                        .body(AnswerOrder.class)
                        .answers(200, AnswerView.class)
                        .by(address.held(this::answer)));
    }

    private ApiResponse list(ApiRequest request) throws IOException {
        Optional<String> workspace = request.parameter("workspace");
        Optional<String> session = request.parameter("session");
        List<OpenRequest> all =
                live.store().requests().list().stream()
                        .filter(it -> request.principal().sees(it.session().workspace()))
                        .filter(it -> workspace.map(it.session().workspace()::equals).orElse(true))
                        .filter(it -> session.map(it.session().session()::equals).orElse(true))
                        .toList();
        ResultPage<OpenRequest> page = ResultPage.of(all, request, OpenRequest::id);
        Json.Obj items =
                Json.Obj.EMPTY.with(
                        "items",
                        new Json.Arr(
                                page.items().stream().<Json>map(OpenRequest::request).toList()));
        return ApiResponse.json(200, page.next().map(it -> items.with("next", it)).orElse(items));
    }

    private ApiResponse get(ApiRequest request) throws IOException {
        OpenRequest found =
                live.store()
                        .requests()
                        .find(request.variable("request"))
                        .filter(it -> request.principal().sees(it.session().workspace()))
                        .orElseThrow(() ->
                                Problem.notFound(
                                                "There is no such request; somebody may have answered it.")
                                        .exception());
        return ApiResponse.json(200, found.request());
    }

    private ApiResponse answer(ApiRequest request) throws IOException {
        SessionRef ref = address.of(request);
        AnswerOrder order = request.body(AnswerOrder.class);
        String id = request.variable("request");
        String by = request.principal().name();
        if (order.answers().isPresent()) {
            live.talks().say(ref, id, order.answers().get(), by);
        } else if (order.skip().orElse(false)) {
            live.talks().skip(ref, id, by);
        } else {
            live.talks().decide(ref, id, approval(order), by);
        }
        return ApiResponse.record(200, new AnswerView(id, by));
    }

    private static Approval approval(AnswerOrder order) throws ProblemException {
        List<String> rules = order.rules().orElse(List.of());
        try {
            return new Approval(kind(order), rules, order.message());
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(
                            "Rules go with session and project, a message with reject: "
                                    + e.getMessage()
                                    + ".")
                    .exception();
        }
    }

    private static Approval.Kind kind(AnswerOrder order) throws ProblemException {
        return switch (order.answer().orElse("")) {
            case "once" -> Approval.Kind.ONCE;
            case "session" -> Approval.Kind.SESSION;
            case "project" -> Approval.Kind.PROJECT;
            case "reject" -> Approval.Kind.REJECT;
            default ->
                    throw Problem.badRequest(
                                    "answer is once, session, project or reject, not %s."
                                            .formatted(
                                                    JsonText.write(
                                                            new Json.Str(
                                                                    order.answer().orElse("")))))
                            .exception();
        };
    }
}
