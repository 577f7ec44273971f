package dev.deft.server.live;

import dev.deft.codec.Records;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Question;
import dev.deft.json.Json;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.store.OpenRequests.OpenRequest;
import dev.deft.server.store.ServerStore;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Asks whoever may answer, in a browser or by a program, now or later. It waits without limit; of
/// several answers one wins.
final class ServerApprover implements Approver {

    /// How many answered requests are remembered, for those who come too late.
    private static final int MOST_ANSWERED = 100;

    private final ServerStore store;
    private final SessionRef session;
    private final InstantSource clock;
    private final Runnable changed;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Waiting> open = new LinkedHashMap<>();
    private final Map<String, String> answered =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
                    return size() > MOST_ANSWERED;
                }
            };

    /// @param changed is told when a request is made or closed
    ServerApprover(ServerStore store, SessionRef session, InstantSource clock, Runnable changed) {
        this.store = store;
        this.session = session;
        this.clock = clock;
        this.changed = changed;
    }

    /// What the session asked before it was opened here is asked anew, and listed no longer.
    void askAnew() throws IOException {
        for (OpenRequest it : store.requests().list()) {
            if (it.session().equals(session)) {
                closed(it.id(), Optional.empty());
            }
        }
        store.requests().clear(session);
    }

    /// An answer.
    sealed interface Answer {

        record Decided(Approval approval) implements Answer {}

        record Said(List<List<String>> answers) implements Answer {}

        record Skipped() implements Answer {}
    }

    private record Waiting(RequestView request, BlockingQueue<Answer> answer) {}

    @Override
    public Approval approve(Request request) throws IOException, InterruptedException {
        String id = newId();
        Answer answer = ask(RequestView.approval(id, session, clock.instant(), request));
        return switch (answer) {
            case Answer.Decided(Approval approval) -> approval;
            case Answer.Said _, Answer.Skipped _ -> Approval.REJECT;
        };
    }

    @Override
    public List<List<String>> answer(String callId, List<Question> questions)
            throws IOException, InterruptedException {
        String id = newId();
        Answer answer = ask(RequestView.questions(id, session, clock.instant(), callId, questions));
        return switch (answer) {
            case Answer.Said(List<List<String>> said) -> said;
            case Answer.Decided _, Answer.Skipped _ ->
                    throw new HostException(
                            ErrorCode.REFUSED,
                            "The user skipped the question. Go on with your best judgement and say what you assumed.");
        };
    }

    private String newId() {
        byte[] bytes = new byte[8];
        random.nextBytes(bytes);
        return "req_" + HexFormat.of().formatHex(bytes);
    }

    private Answer ask(RequestView request) throws IOException, InterruptedException {
        var waiting = new Waiting(request, new ArrayBlockingQueue<>(1));
        synchronized (this) {
            open.put(request.id(), waiting);
        }
        Json.Obj shown = Records.write(request);
        boolean given = false;
        try {
            store.requests().add(new OpenRequest(request.id(), session, clock.instant(), shown));
            long _ = store.journal().add("request", session.workspace(), shown);
            changed.run();
            Answer answer = waiting.answer().take();
            given = true;
            return answer;
        } finally {
            boolean withdrawn;
            synchronized (this) {
                withdrawn = open.remove(request.id()) != null;
            }
            if (!given && withdrawn) {
                boolean _ = store.requests().remove(request.id());
                closed(request.id(), Optional.empty());
            }
        }
    }

    private void closed(String id, Optional<String> by) throws IOException {
        Json.Obj closed = Json.Obj.EMPTY.with("id", id).with("session", session.session());
        long _ =
                store.journal()
                        .add(
                                "request_closed",
                                session.workspace(),
                                by.map(it -> closed.with("answered_by", it)).orElse(closed));
        changed.run();
    }

    /// Gives an answer to a request of this session.
    ///
    /// @param by who answers
    /// @throws ProblemException if there is no such request, or somebody was faster
    void answer(String id, Answer answer, String by) throws IOException {
        Waiting waiting;
        synchronized (this) {
            waiting = open.get(id);
            if (waiting == null) {
                throw late(id);
            }
            check(waiting.request(), answer);
            open.remove(id);
            answered.put(id, by);
        }
        boolean _ = store.requests().remove(id);
        boolean _ = waiting.answer().offer(answer);
        closed(id, Optional.of(by));
    }

    private ProblemException late(String id) {
        String by = answered.get(id);
        return by == null
                ? Problem.notFound(
                                "The session does not ask this any more; GET /v1/requests lists what is open.")
                        .exception()
                : Problem.conflict("%s has answered already.".formatted(by))
                        .with("answered_by", new Json.Str(by))
                        .exception();
    }

    private static void check(RequestView request, Answer answer) throws ProblemException {
        boolean question = request.kind().equals("question");
        boolean fits =
                switch (answer) {
                    case Answer.Decided _ -> !question;
                    case Answer.Said _, Answer.Skipped _ -> question;
                };
        if (!fits) {
            throw Problem.badRequest(
                            question
                                    ? "This is a question: send answers, or skip."
                                    : "This is an approval: send answer.")
                    .exception();
        }
        int asked = request.questions().map(List::size).orElse(0);
        if (answer instanceof Answer.Said(List<List<String>> said) && said.size() != asked) {
            throw Problem.badRequest(
                            "There are %d questions; send a list of answers for each."
                                    .formatted(asked))
                    .exception();
        }
    }

    synchronized List<RequestView> open() {
        return new ArrayList<>(open.values()).stream().map(Waiting::request).toList();
    }
}
