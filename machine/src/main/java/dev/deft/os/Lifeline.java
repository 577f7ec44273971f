package dev.deft.os;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;

/// Tells every handle of a call whether the call is still alive.
public final class Lifeline {

    private volatile boolean cut;

    /// Ends the call for every handle that holds this line.
    void cut() {
        cut = true;
    }

    /// Refuses when the call is over.
    public void check() throws HostException {
        if (cut) {
            throw new HostException(
                    ErrorCode.ABORTED, "The call is over; nothing more can be done in its name.");
        }
    }
}
