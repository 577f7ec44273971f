package dev.deft.os;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.run.CallJournal;
import java.io.IOException;

/// Tells every handle of a call whether the call is still running and whether it may have effects.
public final class CallLifetime {

    private final boolean effects;
    private final CallJournal.Intent intent;
    private volatile boolean end;
    private volatile boolean refused;

    public CallLifetime() {
        this(CallJournal.Intent.DURABLE);
    }

    /// @param intent is waited for before the call has an effect
    CallLifetime(CallJournal.Intent intent) {
        this(true, intent);
    }

    private CallLifetime(boolean effects, CallJournal.Intent intent) {
        this.effects = effects;
        this.intent = intent;
    }

    /// For a call that is not approved yet.
    public static CallLifetime withoutEffects() {
        return new CallLifetime(false, CallJournal.Intent.DURABLE);
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
    /// Waits until the log has on the disk that the call runs.
    public void checkEffect() throws HostException {
        check();
        if (!effects) {
            refused = true;
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "The call is not approved yet, so it may only read and dry-run one command.");
        }
        awaitIntent();
    }

    private void awaitIntent() throws HostException {
        try {
            intent.await();
        } catch (HostException e) {
            throw e;
        } catch (IOException e) {
            throw new HostException(ErrorCode.IO_ERROR, String.valueOf(e.getMessage()));
        }
    }

    /// Whether an effect was refused. A preview of such a call would be incomplete.
    boolean refused() {
        return refused;
    }
}
