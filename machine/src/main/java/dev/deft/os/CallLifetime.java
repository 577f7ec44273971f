package dev.deft.os;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;

/// Tells every handle of a call whether the call is still alive, and whether it may have effects.
public final class CallLifetime {

    private final boolean effects;
    private volatile boolean cut;
    private volatile boolean refused;

    public CallLifetime() {
        this(true);
    }

    private CallLifetime(boolean effects) {
        this.effects = effects;
    }

    /// Of a call that nobody has allowed yet.
    public static CallLifetime withoutEffects() {
        return new CallLifetime(false);
    }

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

    /// Refuses what has an effect when the call is over or not allowed yet.
    public void checkEffect() throws HostException {
        check();
        if (!effects) {
            refused = true;
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "The call is not allowed yet, so it can only look and try out one command.");
        }
    }

    /// Whether an effect was refused: then nobody knows all that the call would do.
    boolean refused() {
        return refused;
    }
}
