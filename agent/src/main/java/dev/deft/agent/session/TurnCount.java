package dev.deft.agent.session;

import java.util.HashSet;
import java.util.Set;

/// Numbers the turns of a session.
///
/// A turn is one user message and everything until the agent stops. Before the first user message,
/// as in `deft call`, each call is a turn of its own, also one that was denied or was invalid. May
/// be used from several threads.
public final class TurnCount {

    private final Set<String> begun = new HashSet<>();
    private boolean conversing;
    private int turns;

    /// Of a session without a past.
    public TurnCount() {
        this(0, false);
    }

    /// Goes on from a number.
    ///
    /// @param conversing whether somebody has said something
    public TurnCount(int turns, boolean conversing) {
        this.turns = turns;
        this.conversing = conversing;
    }

    /// Goes on from what a session knows of its past.
    public static TurnCount from(SessionState past) {
        return new TurnCount(past.turns(), past.conversing());
    }

    /// A call runs that is counted already.
    public synchronized void callRunning(String callId) {
        begun.add(callId);
    }

    /// Counts an entry that was written before.
    public synchronized void add(Entry.Body body) {
        if (body instanceof Entry.User) {
            userMessage();
        } else if (body instanceof Entry.Called call) {
            callStarted(call.callId());
        } else if (body instanceof Entry.Result result) {
            callEnded(result.callId());
        }
    }

    /// Somebody said something, which begins a turn.
    public synchronized void userMessage() {
        conversing = true;
        turns++;
    }

    /// A call is about to run.
    public synchronized void callStarted(String callId) {
        turns += conversing ? 0 : 1;
        begun.add(callId);
    }

    /// A call has a result; where it never ran, it is a turn all the same.
    public synchronized void callEnded(String callId) {
        boolean ran = begun.remove(callId);
        turns += conversing || ran ? 0 : 1;
    }

    /// Whether somebody has said something.
    public synchronized boolean conversing() {
        return conversing;
    }

    /// The number of the turn that goes on now; 0 before the first.
    public synchronized int turns() {
        return turns;
    }
}
