package dev.deft.os;

import dev.deft.run.LookModeFailure;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/// Collects what is known about the commands of one call after they ended.
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

    /// Describes what a dry run would change. Empty, and the changes are dropped, when the call
    /// attempted another effect: the preview would not show everything.
    Optional<String> preview() throws IOException {
        if (lifeline.refused()) {
            shells.dropDryRun(callId);
            return Optional.empty();
        }
        return shells.preview(callId);
    }
}
