package dev.deft.os;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;

/// Tells every handle of a call whether the call is still running and whether it may have effects.
public final class CallLifetime {

    private final boolean effects;
    private volatile boolean end;
    private volatile boolean refused;

    public CallLifetime() {
        this(true);
    }

    private CallLifetime(boolean effects) {
        this.effects = effects;
    }

    /// For a call that is not approved yet.
    public static CallLifetime withoutEffects() {
        return new CallLifetime(false);
    }

    /// Ends the call for every handle that shares this lifetime.
    void end() {
        end = true;
    }

    /// Throws when the call has ended.
    public void check() throws HostException {
        if (end) {
            throw new HostException(
                    ErrorCode.ABORTED, "The call has ended; its host can no longer be used.");
        }
    }

    /// Throws when the call has ended, or when it is not approved yet and so may have no effects.
    public void checkEffect() throws HostException {
        check();
        if (!effects) {
            refused = true;
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "The call is not approved yet, so it may only read and dry-run one command.");
        }
    }

    /// Whether an effect was refused. A preview of such a call would be incomplete.
    boolean refused() {
        return refused;
    }
}
