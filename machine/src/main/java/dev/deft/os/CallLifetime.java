package dev.deft.os;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.FileChange;
import dev.deft.run.CallJournal;
import java.io.IOException;
import java.util.List;

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
        requireEffects();
        awaitIntent();
    }

    /// Like [#checkEffect], for an effect that waits itself: see [#over].
    void requireEffects() throws HostException {
        check();
        if (!effects) {
            refused = true;
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "The call is not approved yet, so it may only read and dry-run one command.");
        }
    }

    /// A recorder whose changes wait also until the log has on the disk that the call runs. So the
    /// disk writes that together with the record of the change.
    public ChangeRecorder over(ChangeRecorder recorder) {
        return new IntendedChanges(recorder);
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

    private final class IntendedChanges implements ChangeRecorder {

        private final ChangeRecorder recorder;

        IntendedChanges(ChangeRecorder recorder) {
            this.recorder = recorder;
        }

        @Override
        public Receipt record(List<FileChange> changes, List<String> directories)
                throws IOException {
            Receipt receipt = recorder.record(changes, directories);
            return new Receipt() {
                @Override
                public void await() throws IOException {
                    awaitIntent();
                    receipt.await();
                }

                @Override
                public void withdraw() throws IOException {
                    receipt.withdraw();
                }

                @Override
                public void close() {
                    receipt.close();
                }
            };
        }

        @Override
        public void recordTooLarge(String path, long size) throws IOException {
            recorder.recordTooLarge(path, size);
        }

        @Override
        public long mostBytes() {
            return recorder.mostBytes();
        }
    }

    /// Whether an effect was refused. A preview of such a call would be incomplete.
    boolean refused() {
        return refused;
    }
}
