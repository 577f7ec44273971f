package dev.deft.server.api.workspace;

import dev.deft.agent.config.UserDirectories;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.policy.ProjectRules;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleLint;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.ResultPage;
import dev.deft.server.http.Route;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rules of a workspace and of its sessions.
final class RuleRoutes {

    private static final String RULES = "/v1/workspaces/{workspace}/rules";

    private final OpenWorkspaces workspaces;
    private final Pipeline pipeline;
    private final SessionForwarding forwarding;
    private final UserDirectories user;

    /// @param environment names the user's directories
    RuleRoutes(
            OpenWorkspaces workspaces,
            Pipeline pipeline,
            SessionForwarding forwarding,
            Map<String, String> environment) {
        this.workspaces = workspaces;
        this.pipeline = pipeline;
        this.forwarding = forwarding;
        this.user = UserDirectories.from(environment);
    }

    /// A rule.
    public record RuleItem(
            @Doc("Where it comes from: `manifest`, `project` or `session`") String scope,
            @Doc("`allow`, `ask` or `deny`") String action,
            @Doc("A tool, a capability, or `*`") String permission,
            @Doc("What it is about, such as `src/**` or `npm test *`") String pattern,
            @Doc("The rule on one line, such as `allow write src/**`") String text) {

        static RuleItem of(Rule it) {
            return new RuleItem(
                    it.scope().wire(),
                    it.action().wire(),
                    it.permission(),
                    it.pattern(),
                    it.text());
        }
    }

    /// A rule to add to a workspace.
    public record RuleOrder(
            @Doc("The rule on one line, such as `allow write src/**`") @Bounds(min = 1, max = 2_000)
                    String rule) {}

    List<Route> routes() {
        return List.of(
                Route.get(RULES)
                        .named("rules", "listRules", "The rules that hold, in their order.")
                        .needs(AccessScope.LOOK)
                        .query("session", "string", "With those that were granted to a session.")
                        .paged()
                        .answersPage(RuleItem.class)
                        .by(forwarding.to(RuleRoutes::session, this::list)),
                Route.post(RULES)
                        .named("rules", "addRule", "Adds a rule to the workspace.")
                        .needs(AccessScope.ADMINISTER)
                        .body(RuleOrder.class)
                        .answers(201, RuleItem.class)
                        .by(this::add),
                Route.delete(RULES)
                        .named("rules", "revokeRule", "Takes back a rule that was granted.")
                        .needs(AccessScope.ADMINISTER)
                        .requiredQuery(
                                "rule", "string", "The rule on one line, as the list has it.")
                        .query("session", "string", "The session it was granted to.")
                        .answers(204, "", "It holds no more, also in sessions that are open.")
                        .by(forwarding.to(RuleRoutes::session, this::revoke)));
    }

    private ApiResponse list(ApiRequest request) throws IOException, InterruptedException {
        Optional<String> session = session(request);
        List<Rule> rules =
                pipeline.in(workspaces.of(request), session, Pipeline.View.USUAL, Session::rules);
        List<RuleItem> all = rules.stream().map(RuleItem::of).distinct().toList();
        return ResultPage.response(
                ResultPage.of(all, request, it -> it.scope() + " " + it.text()), request);
    }

    private static Optional<String> session(ApiRequest request) throws ProblemException {
        Optional<String> given = request.parameter("session");
        return given.isEmpty() ? given : Optional.of(FileRoutes.sessionId(given.get()).value());
    }

    private ApiResponse add(ApiRequest request) throws IOException {
        ServedWorkspace served = workspaces.of(request);
        Workspace workspace = workspaces.open(served);
        Rule rule = rule(request.body(RuleOrder.class).rule(), dev.deft.policy.Scope.PROJECT);
        Optional<RuleLint.Mistake> mistake = new RuleLint(workspace.tools().list()).of(rule);
        if (mistake.isPresent() && mistake.get().certain()) {
            throw Problem.badRequest(mistake.get().message()).exception();
        }
        stored(workspace).store(rule);
        return ApiResponse.record(201, RuleItem.of(rule));
    }

    private ProjectRules stored(Workspace workspace) {
        return ProjectRules.of(user.data(), workspace.root());
    }

    private static Rule rule(String text, dev.deft.policy.Scope scope) throws ProblemException {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw Problem.badRequest("A rule is one line of plain text.").exception();
        }
        try {
            return Rule.parse(scope, text);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(Pipeline.sentence(e)).exception();
        }
    }

    private ApiResponse revoke(ApiRequest request) throws IOException, InterruptedException {
        ServedWorkspace workspace = workspaces.of(request);
        String text =
                request.parameter("rule")
                        .orElseThrow(() -> Problem.badRequest("rule is missing.").exception());
        Optional<String> session = session(request);
        boolean revoked =
                session.isPresent()
                        ? ofSession(workspace, session, text)
                        : ofProject(workspace, rule(text, dev.deft.policy.Scope.PROJECT));
        if (!revoked) {
            throw Problem.notFound("No such rule was granted; GET the rules to see them.")
                    .exception();
        }
        return ApiResponse.empty(204);
    }

    private boolean ofSession(ServedWorkspace workspace, Optional<String> session, String text)
            throws IOException, InterruptedException {
        Rule rule = rule(text, dev.deft.policy.Scope.SESSION);
        return pipeline.in(workspace, session, Pipeline.View.USUAL, it -> it.revoke(rule));
    }

    /// Open sessions forget the rule too.
    private boolean ofProject(ServedWorkspace workspace, Rule rule) throws IOException {
        boolean revoked = false;
        for (Session it : pipeline.open(workspace)) {
            revoked |= it.revoke(rule);
        }
        return stored(workspaces.open(workspace)).revoke(rule) || revoked;
    }
}
