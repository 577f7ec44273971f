package dev.deft.os;

import dev.deft.run.LookModeFailure;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/// What is known about the commands of one call when they have ended.
final class CommandReport implements Consumer<LookModeFailure> {

    private final ShellOpener shells;
    private final String callId;
    private final CallLifetime lifeline;
    private volatile Optional<LookModeFailure> shortfall = Optional.empty();

    CommandReport(ShellOpener shells, String callId, CallLifetime lifeline) {
        this.shells = shells;
        this.callId = callId;
        this.lifeline = lifeline;
    }

    @Override
    public void accept(LookModeFailure lacking) {
        shortfall = Optional.of(lacking);
    }

    Optional<LookModeFailure> shortfall() {
        return shortfall;
    }

    /// What a dry run would change. A call that tried to do more than that would not be shown as it
    /// is, so it is not shown, and nothing of it is kept.
    Optional<String> preview() throws IOException {
        if (lifeline.refused()) {
            shells.dropDryRun(callId);
            return Optional.empty();
        }
        return shells.preview(callId);
    }
}
