package dev.deft.server.api.workspace;

import dev.deft.engine.Session;
import dev.deft.json.Json;
import dev.deft.run.Explanation;
import dev.deft.run.Gates;
import dev.deft.run.Mode;
import dev.deft.run.ToolCall;
import dev.deft.run.Verdict;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.Route;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Single calls of tools, and what would become of them.
final class CallRoutes {

    private static final String WORKSPACE = "/v1/workspaces/{workspace}";

    private final OpenWorkspaces workspaces;
    private final Pipeline pipeline;
    private final SessionForwarding forwarding;
    private final Supplier<String> ids;

    /// @param ids makes ids of calls that are unique in a session
    CallRoutes(
            OpenWorkspaces workspaces,
            Pipeline pipeline,
            SessionForwarding forwarding,
            Supplier<String> ids) {
        this.workspaces = workspaces;
        this.pipeline = pipeline;
        this.forwarding = forwarding;
        this.ids = ids;
    }

    /// A call.
    public record CallOrder(
            @Doc("The name of the tool") @Bounds(min = 1, max = 200) String tool,
            @Doc("Its arguments") Optional<Json.Obj> args,
            @Doc("The session to call it in; approvals then wait there for an answer")
                    Optional<String> session,
            @Doc("The dialect of the name and of the result, without a session")
                    Optional<String> dialect) {}

    /// The result of a call.
    public record CallView(
            @Doc("The id of the call in its session") String callId,
            @Doc("The envelope: `type` is `output` or `error`") Json result) {}

    /// A call to judge.
    public record ExplainOrder(
            @Doc("The name of the tool") @Bounds(min = 1, max = 200) String tool,
            @Doc("Its arguments") Optional<Json.Obj> args,
            @Doc("The session whose rules count") Optional<String> session) {}

    /// What the gates say about a call.
    public record ExplanationView(
            @Doc("`allow`, `ask` or `deny`") String decision,
            @Doc("Whether a command would run without effects, in look mode") boolean look,
            @Doc("The verdicts, in the order of the gates") List<StageView> stages,
            @Doc("The rules that an answer for the session or the project would add")
                    List<String> rules) {}

    /// The verdict of one gate.
    public record StageView(
            @Doc("The name of the gate") String stage,
            @Doc("`allow`, `ask` or `deny`") String decision,
            @Doc("Why, as a sentence") String reason,
            @Doc("The verdict on each command of a script") Optional<List<PartView>> parts) {}

    /// The verdict on one part of a call.
    public record PartView(String part, String decision, String reason) {}

    List<Route> routes() {
        return List.of(
                Route.post(WORKSPACE + "/calls")
                        .named("tools", "callTool", "Calls a tool, and waits for its result.")
                        .needs(AccessScope.SPEAK)
                        .body(CallOrder.class)
                        .answers(200, CallView.class)
                        .by(
                                forwarding.to(
                                        it -> session(it.body(CallOrder.class).session()),
                                        this::call)),
                Route.post(WORKSPACE + "/explain")
                        .named("rules", "explainCall", "What would become of a call, and why.")
                        .needs(AccessScope.LOOK)
                        .onlyReads()
                        .body(ExplainOrder.class)
                        .answers(200, ExplanationView.class)
                        .by(
                                forwarding.to(
                                        it -> session(it.body(ExplainOrder.class).session()),
                                        this::explain)));
    }

    private ApiResponse call(ApiRequest request) throws IOException, InterruptedException {
        CallOrder order = request.body(CallOrder.class);
        ServedWorkspace workspace = workspaces.of(request);
        Optional<String> session = session(order.session());
        var view = new Pipeline.View(ToolRoutes.dialect(order.dialect()), Optional.empty());
        var call = ToolCall.of(ids.get(), order.tool(), order.args().orElse(Json.Obj.EMPTY));
        Session.Answered answered = pipeline.in(workspace, session, view, it -> it.answer(call));
        return ApiResponse.record(200, new CallView(call.callId(), answered.shown()));
    }

    private static Optional<String> session(Optional<String> given) throws ProblemException {
        return given.isEmpty() ? given : Optional.of(FileRoutes.sessionId(given.get()).value());
    }

    private ApiResponse explain(ApiRequest request) throws IOException, InterruptedException {
        ExplainOrder order = request.body(ExplainOrder.class);
        var call = ToolCall.of("explain", order.tool(), order.args().orElse(Json.Obj.EMPTY));
        Explanation said =
                pipeline.in(
                        workspaces.of(request),
                        session(order.session()),
                        Pipeline.View.USUAL,
                        it -> Explanation.of(it.explain(call), false));
        if (said.rejected().isPresent()) {
            throw Pipeline.problem(said.rejected().get()).exception();
        }
        return ApiResponse.record(
                200,
                new ExplanationView(
                        said.decision(),
                        said.mode() == Mode.LOOK,
                        said.verdicts().stream().map(CallRoutes::stage).toList(),
                        said.verdicts().stream()
                                .map(Gates.GateVerdict::verdict)
                                .flatMap(CallRoutes::rules)
                                .distinct()
                                .toList()));
    }

    private static Stream<String> rules(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Ask ask -> ask.rules().stream();
            case Verdict.Look look -> look.fullModeQuestion().rules().stream();
            case Verdict.Allow _, Verdict.Deny _ -> Stream.empty();
        };
    }

    private static StageView stage(Gates.GateVerdict verdict) {
        Explanation.GateEntry said = Explanation.GateEntry.of(verdict);
        return new StageView(
                said.gate(),
                said.says(),
                said.why(),
                said.parts()
                        .map(all ->
                                all.stream()
                                        .map(it -> new PartView(it.part(), it.says(), it.why()))
                                        .toList()));
    }
}
