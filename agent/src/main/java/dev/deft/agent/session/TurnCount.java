package dev.deft.agent.session;

import java.util.HashSet;
import java.util.Set;

/// Numbers the turns of a session, for everybody who shows or undoes one.
///
/// A turn is what a person said and all that came of it. Where nobody said anything yet, as in
/// `deft call`, each call is a turn, also one that was denied or could not be understood.
final class TurnCount {

    private final Set<String> begun = new HashSet<>();
    private boolean conversing;
    private int turns;

    /// Goes on from a number.
    void startAt(int turns, boolean conversing) {
        this.turns = turns;
        this.conversing = conversing;
    }

    /// A call runs that is counted already.
    void runs(String callId) {
        begun.add(callId);
    }

    void add(Entry.Body body) {
        if (body instanceof Entry.User) {
            said();
        } else if (body instanceof Entry.Called call) {
            began(call.callId());
        } else if (body instanceof Entry.Result result) {
            ended(result.callId());
        }
    }

    void said() {
        conversing = true;
        turns++;
    }

    /// A call is about to run.
    void began(String callId) {
        turns += conversing ? 0 : 1;
        begun.add(callId);
    }

    /// A call has a result; where it never ran, it is a turn all the same.
    void ended(String callId) {
        boolean ran = begun.remove(callId);
        turns += conversing || ran ? 0 : 1;
    }

    boolean conversing() {
        return conversing;
    }

    int turns() {
        return turns;
    }
}
