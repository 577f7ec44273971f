package dev.deft.server.api.workspace;

import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.json.Json;
import dev.deft.registry.EnvelopeJson;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.server.access.AccessScope;
import dev.deft.server.access.Principal;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.SessionRef;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// Calls tools for requests. Every call goes through the gates of its workspace.
final class Pipeline {

    private final OpenWorkspaces workspaces;
    private final CallAgents agents;
    private final SessionUse sessions;

    Pipeline(OpenWorkspaces workspaces, CallAgents agents, SessionUse sessions) {
        this.workspaces = workspaces;
        this.agents = agents;
        this.sessions = sessions;
    }

    /// The names and shapes of the tools.
    record View(String dialect, Optional<String> collection) {

        static final View USUAL = new View(Dialects.DEFAULT, Optional.empty());
    }

    /// The agent that single calls have.
    AgentSpec agent(ServedWorkspace workspace, Optional<String> name) throws IOException {
        try {
            return agents.agent(workspaces.open(workspace).root(), name);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(sentence(e)).exception();
        }
    }

    /// Does something in a session of its own, in which nobody is asked.
    <T> T alone(ServedWorkspace workspace, View view, SessionUse.Work<T> work)
            throws IOException, InterruptedException {
        return alone(workspace, view, Approver.HEADLESS, work);
    }

    private <T> T alone(
            ServedWorkspace workspace, View view, Approver approver, SessionUse.Work<T> work)
            throws IOException, InterruptedException {
        Workspace open = workspaces.open(workspace);
        AgentSpec agent = agent(workspace, Optional.empty());
        try (Session session = opened(open, shown(agent, view), approver)) {
            return work.in(session);
        }
    }

    private static Session opened(Workspace workspace, AgentSpec agent, Approver approver)
            throws IOException {
        try {
            return workspace.session().agent(agent).approver(approver).open();
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(sentence(e)).exception();
        }
    }

    private static AgentSpec shown(AgentSpec agent, View view) {
        if (view.equals(View.USUAL)) {
            return agent;
        }
        AgentSpec.Toolset tools = agent.toolset();
        return agent.toolset(
                new AgentSpec.Toolset(
                        tools.ids(), view.dialect(), view.collection(), tools.extra()));
    }

    /// Does something in the named session, or else in one of its own.
    <T> T in(
            ServedWorkspace workspace, Optional<String> session, View view, SessionUse.Work<T> work)
            throws IOException, InterruptedException {
        return session.isPresent()
                ? sessions.with(new SessionRef(workspace.id(), session.get()), work)
                : alone(workspace, view, work);
    }

    /// The sessions of a workspace that are open on this server.
    Iterable<Session> open(ServedWorkspace workspace) {
        return sessions.open(workspace.id());
    }

    /// The data of a call that only reads.
    ///
    /// @throws ProblemException if the call fails
    Json.Obj read(ServedWorkspace workspace, String tool, Map<String, ?> arguments)
            throws IOException, InterruptedException {
        return alone(workspace, View.USUAL, it -> data(it.call(tool, arguments)));
    }

    /// The data of a call that a person makes by sending a request which does just that. Where the
    /// rules would ask, the request is the answer if its sender may approve.
    ///
    /// @throws ProblemException if the call fails
    Json.Obj act(ServedWorkspace workspace, Principal by, String tool, Map<String, ?> arguments)
            throws IOException, InterruptedException {
        Approver person = by.may(AccessScope.APPROVE) ? _ -> Approval.ONCE : Approver.HEADLESS;
        return alone(workspace, View.USUAL, person, it -> data(it.call(tool, arguments)));
    }

    /// The data of a result.
    ///
    /// @throws ProblemException if it is a failure
    static Json.Obj data(Envelope envelope) throws ProblemException {
        if (envelope.result() instanceof ToolResult.Failure failure) {
            throw problem(failure).exception();
        }
        return EnvelopeJson.data(envelope, (ToolResult.Output) envelope.result());
    }

    /// A failure of a call as the failure of a request.
    static Problem problem(ToolResult.Failure failure) {
        return Problem.of(failure.code(), failure.message());
    }

    /// The message of an exception as a sentence.
    static String sentence(IllegalArgumentException e) {
        String text = String.valueOf(e.getMessage());
        String upper =
                text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
        return upper.endsWith(".") || upper.endsWith("?") ? upper : upper + ".";
    }
}
