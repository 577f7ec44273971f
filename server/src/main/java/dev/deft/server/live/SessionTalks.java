package dev.deft.server.live;

import dev.deft.agent.context.CompactionOutcome;
import dev.deft.agent.context.ContextUse;
import dev.deft.agent.model.Message;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.run.Approval;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What people say to sessions: messages, answers, and that they stop.
public final class SessionTalks {

    private final LiveSessions sessions;

    SessionTalks(LiveSessions sessions) {
        this.sessions = sessions;
    }

    /// Gives the agent a message, which is durable when this returns.
    ///
    /// @return whether it waits for the current run
    public boolean send(SessionRef ref, Message.User message, String source)
            throws IOException, InterruptedException {
        sessions.require(ref);
        try {
            return sessions.inLive(ref, it -> it.send(message, source));
        } catch (HostException e) {
            if (e.code() == ErrorCode.LIMIT_REACHED) {
                throw Problem.of(429, "rate_limited", String.valueOf(e.getMessage())).exception();
            }
            throw e;
        }
    }

    /// Stops what a session does.
    ///
    /// @return whether it did anything
    public boolean interrupt(SessionRef ref) throws IOException {
        sessions.require(ref);
        return sessions.find(ref).map(LiveSession::interrupt).orElse(false);
    }

    /// Sums up the older part of the conversation.
    ///
    /// @return the summary; empty if there is nothing to sum up
    public Optional<String> compact(SessionRef ref, String wishes)
            throws IOException, InterruptedException {
        return sessions.with(
                ref,
                session ->
                        switch (session.compact(wishes, _ -> {})) {
                            case CompactionOutcome.Compacted(String summary, long _, long _) ->
                                    Optional.of(summary);
                            case CompactionOutcome.NothingToDo _ -> Optional.empty();
                            case CompactionOutcome.Failed(String why) ->
                                    throw Problem.of(503, "unavailable", why).exception();
                        });
    }

    /// What the next request to the model would hold.
    public ContextUse context(SessionRef ref) throws IOException, InterruptedException {
        return sessions.with(ref, it -> it.context());
    }

    /// Answers an approval.
    ///
    /// @throws ProblemException if a rule is none, or somebody was faster
    public void decide(SessionRef ref, String request, Approval approval, String by)
            throws IOException {
        ServerApprover asking = asking(ref, request);
        Optional<LiveSession> live = sessions.find(ref);
        for (String rule : approval.rules()) {
            Optional<String> mistake =
                    live.isPresent()
                            ? live.get().session().ruleMistake(rule)
                            : mistake(asking, request, rule);
            if (mistake.isPresent()) {
                throw Problem.badRequest(mistake.get()).exception();
            }
        }
        asking.answer(request, new ServerApprover.Answer.Decided(approval), by);
    }

    /// A session of an MCP client takes rules only as they are offered.
    private static Optional<String> mistake(ServerApprover asking, String request, String rule) {
        boolean offered =
                asking.open().stream()
                        .filter(it -> it.id().equals(request))
                        .anyMatch(it -> it.rules().orElse(List.of()).contains(rule));
        return offered
                ? Optional.empty()
                : Optional.of("The request offers no rule \"%s\".".formatted(rule));
    }

    /// Answers a question.
    public void say(SessionRef ref, String request, List<List<String>> answers, String by)
            throws IOException {
        asking(ref, request).answer(request, new ServerApprover.Answer.Said(answers), by);
    }

    /// Skips a question.
    public void skip(SessionRef ref, String request, String by) throws IOException {
        asking(ref, request).answer(request, new ServerApprover.Answer.Skipped(), by);
    }

    private ServerApprover asking(SessionRef ref, String request) throws IOException {
        Optional<ServerApprover> found =
                sessions.find(ref).map(LiveSession::approver).or(() -> sessions.askerOf(ref));
        if (found.isPresent()) {
            return found.get();
        }
        sessions.require(ref);
        boolean listed = sessions.store().requests().find(request).isPresent();
        throw listed
                ? Problem.of(
                                503,
                                "unavailable",
                                "The session is about to ask this again; look for its new request in a moment.")
                        .exception()
                : Problem.notFound("There is no such request.").exception();
    }
}
