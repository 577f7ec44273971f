package dev.deft.agent.session;

import java.util.HashSet;
import java.util.Set;

/// Numbers the turns of a session.
///
/// A turn is one user message and everything until the agent stops. Before the first user message,
/// as in `deft call`, each call is a turn of its own, also one that was denied or was invalid. May
/// be used from several threads.
public final class TurnCount {

    private final Set<String> running = new HashSet<>();
    private boolean conversing;
    private int turns;

    /// Starts at 0.
    public TurnCount() {
        this(0, false);
    }

    /// Continues from a number.
    ///
    /// @param conversing whether there was a user message
    public TurnCount(int turns, boolean conversing) {
        this.turns = turns;
        this.conversing = conversing;
    }

    /// Continues from the state of a session.
    public static TurnCount from(SessionState state) {
        return new TurnCount(state.turns(), state.conversing());
    }

    /// A call is running that is already counted.
    public synchronized void callRunning(String callId) {
        running.add(callId);
    }

    /// Counts an entry of the log.
    public synchronized void add(Entry.Body body) {
        if (body instanceof Entry.User) {
            userMessage();
        } else if (body instanceof Entry.Called call) {
            callStarted(call.callId());
        } else if (body instanceof Entry.Result result) {
            callEnded(result.callId());
        }
    }

    /// A user message starts a turn.
    public synchronized void userMessage() {
        conversing = true;
        turns++;
    }

    /// A call is about to run.
    public synchronized void callStarted(String callId) {
        turns += conversing ? 0 : 1;
        running.add(callId);
    }

    /// A call has a result. A call that never ran counts too.
    public synchronized void callEnded(String callId) {
        boolean ran = running.remove(callId);
        turns += conversing || ran ? 0 : 1;
    }

    /// Whether there was a user message.
    public synchronized boolean conversing() {
        return conversing;
    }

    /// The number of the current turn; 0 before the first.
    public synchronized int turns() {
        return turns;
    }
}
