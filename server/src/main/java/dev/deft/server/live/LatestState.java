package dev.deft.server.live;

import dev.deft.server.store.SessionRef;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// Tells of changes of sessions so that what is told last is how a session is, whichever threads
/// report changes: one thread at a time looks at a session and tells, and what is reported
/// meanwhile makes it look again.
final class LatestState {

    private final Consumer<SessionRef> tell;
    private final Set<SessionRef> telling = new HashSet<>();
    private final Set<SessionRef> again = new HashSet<>();

    /// @param tell looks at a session and tells how it is
    LatestState(Consumer<SessionRef> tell) {
        this.tell = tell;
    }

    /// Reports a change. It may be told later, by another thread.
    void changed(SessionRef session) {
        if (!begins(session)) {
            return;
        }
        boolean told = false;
        try {
            do {
                tell.accept(session);
            } while (!ends(session));
            told = true;
        } finally {
            if (!told) {
                fails(session);
            }
        }
    }

    private synchronized boolean begins(SessionRef session) {
        boolean first = telling.add(session);
        if (!first) {
            again.add(session);
        }
        return first;
    }

    private synchronized boolean ends(SessionRef session) {
        boolean last = !again.remove(session);
        if (last) {
            telling.remove(session);
        }
        return last;
    }

    private synchronized void fails(SessionRef session) {
        telling.remove(session);
        again.remove(session);
    }
}
