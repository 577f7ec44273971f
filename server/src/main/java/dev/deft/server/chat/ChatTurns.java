package dev.deft.server.chat;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionWriter;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Session;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.engine.session.RunEvents;
import dev.deft.server.http.Problem;
import dev.deft.server.live.LiveSessions;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Chats in the sessions of the server, where everybody can see them.
///
/// A client that sends a whole conversation gets a new session that begins with it: the messages of
/// the user as they are, those of the assistant as answers of a model named `client`. Which tools
/// that assistant used is not known here.
public final class ChatTurns implements ChatSessions {

    private static final String CLIENT = "client";
    private static final long LOOK_SECONDS = 2;

    private final LiveSessions sessions;
    private final InstantSource clock;

    public ChatTurns(LiveSessions sessions, InstantSource clock) {
        this.sessions = sessions;
        this.clock = clock;
    }

    @Override
    public Running begin(Turn turn, Consumer<RunEvent> listener)
            throws IOException, InterruptedException {
        SessionRef ref = turn.session();
        if (turn.isNew()) {
            sessions.create(ref, new AgentChoices.Choice(turn.agent(), Optional.empty()));
            seed(turn);
        } else {
            sessions.require(ref);
            requireIdle(ref);
        }
        return sessions.with(ref, session -> began(turn, session, listener));
    }

    private void requireIdle(SessionRef ref) throws IOException {
        String state = sessions.views().of(ref).state();
        if (!state.equals("idle")) {
            throw Problem.conflict(
                            "The session %s is %s; wait for it, or leave out X-Deft-Session."
                                    .formatted(ref.session(), state))
                    .exception();
        }
    }

    private void seed(Turn turn) throws IOException {
        if (turn.earlier().isEmpty()) {
            return;
        }
        SessionRef ref = turn.session();
        sessions.exclusively(
                ref,
                () -> {
                    try (SessionLog log =
                            SessionLog.of(
                                    SessionWriter.open(
                                            sessions.logs(ref),
                                            new SessionId(ref.session()),
                                            clock))) {
                        for (Message it : turn.earlier()) {
                            Entry _ = added(log, it);
                        }
                    }
                });
    }

    private static Entry added(SessionLog log, Message message) throws IOException {
        return switch (message) {
            case Message.User user ->
                    log.addUserMessage(new Entry.User(user.parts(), Entry.User.FROM_USER));
            case Message.Assistant assistant ->
                    log.addAnswer(new Entry.Assistant(assistant.parts(), Answer.Stop.DONE, CLIENT));
            case Message.Results _ ->
                    throw new IllegalArgumentException("a chat has no results of calls");
        };
    }

    private Running began(Turn turn, Session session, Consumer<RunEvent> listener)
            throws IOException, InterruptedException {
        AgentSpec before = session.agent();
        AgentSpec now = adjusted(before, turn);
        boolean changed = !now.equals(before);
        if (changed) {
            session.use(now);
            if (Thread.interrupted()) {
                session.use(before);
                throw new InterruptedException();
            }
        }
        BlockingQueue<RunOutcome> ended = new LinkedBlockingQueue<>();
        RunEvents.Subscription listening =
                session.listen(event -> {
                    listener.accept(event);
                    if (event instanceof RunEvent.Ended(RunOutcome outcome)) {
                        ended.add(outcome);
                    }
                });
        boolean queued =
                sessions.talks().send(turn.session(), turn.message(), Entry.User.FROM_USER);
        return new ChatRun(
                turn.session(),
                ended,
                queued,
                () -> {
                    listening.close();
                    if (changed && !turn.isNew()) {
                        restore(turn.session(), before);
                    }
                });
    }

    private static AgentSpec adjusted(AgentSpec agent, Turn turn) {
        AgentSpec adjusted = agent;
        for (String it : turn.system()) {
            adjusted = it.isBlank() ? adjusted : adjusted.appendPrompt(it);
        }
        return turn.schema().isPresent() ? adjusted.answering(turn.schema().get()) : adjusted;
    }

    /// If another run has begun, that one keeps the prompt too, until the session is opened anew.
    private void restore(SessionRef ref, AgentSpec before) throws InterruptedException {
        try {
            boolean _ =
                    sessions.with(
                            ref,
                            session -> {
                                session.use(before);
                                return true;
                            });
        } catch (IOException _) {
            return;
        }
    }

    /// What is done after a run.
    private interface After {

        void run() throws InterruptedException;
    }

    /// Waits for the end of a run, once; who comes later gets the same.
    private final class ChatRun implements Running {

        private final SessionRef ref;
        private final BlockingQueue<RunOutcome> ended;
        private final After after;
        private int others;
        private Optional<RunOutcome> outcome = Optional.empty();

        ChatRun(SessionRef ref, BlockingQueue<RunOutcome> ended, boolean queued, After after) {
            this.ref = ref;
            this.ended = ended;
            this.others = queued ? 1 : 0;
            this.after = after;
        }

        @Override
        public synchronized RunOutcome await() throws InterruptedException {
            if (outcome.isEmpty()) {
                outcome = Optional.of(next());
                after.run();
            }
            return outcome.get();
        }

        /// A message that a hook objects to starts no run, so there may be no end to wait for.
        private RunOutcome next() throws InterruptedException {
            int idle = 0;
            while (true) {
                RunOutcome end = ended.poll(LOOK_SECONDS, TimeUnit.SECONDS);
                if (end != null && others > 0) {
                    others--;
                } else if (end != null) {
                    return end;
                } else {
                    idle = isIdle() ? idle + 1 : 0;
                    if (idle > 1) {
                        return RunOutcome.failed(
                                ref.session(),
                                "The agent did not take the message up; the session says why.");
                    }
                }
            }
        }

        private boolean isIdle() {
            try {
                return sessions.views().of(ref).state().equals("idle");
            } catch (IOException _) {
                // It was deleted, or cannot be read: nothing will come.
                return true;
            }
        }
    }
}
