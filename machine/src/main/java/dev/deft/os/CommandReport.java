package dev.deft.os;

import dev.deft.run.LookModeFailure;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/// Collects what is known about the commands of one call after they ended.
final class CommandReport implements Consumer<LookModeFailure> {

    private final ShellOpener shells;
    private final String callId;
    private final CallLifetime lifetime;
    private volatile Optional<LookModeFailure> lookModeFailure = Optional.empty();

    CommandReport(ShellOpener shells, String callId, CallLifetime lifetime) {
        this.shells = shells;
        this.callId = callId;
        this.lifetime = lifetime;
    }

    @Override
    public void accept(LookModeFailure lacking) {
        lookModeFailure = Optional.of(lacking);
    }

    Optional<LookModeFailure> lookModeFailure() {
        return lookModeFailure;
    }

    /// Describes what a dry run would change. Empty, and the changes are dropped, when the call
    /// attempted another effect: the preview would not show everything.
    Optional<String> preview() throws IOException {
        if (lifetime.refused()) {
            shells.dropDryRun(callId);
            return Optional.empty();
        }
        return shells.preview(callId);
    }
}
