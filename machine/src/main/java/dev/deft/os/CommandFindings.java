package dev.deft.os;

import dev.deft.run.Shortfall;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/// What is known about the commands of one call when they have ended.
final class CommandFindings implements Consumer<Shortfall> {

    private final ShellDoor shells;
    private final String callId;
    private final Lifeline lifeline;
    private volatile Optional<Shortfall> shortfall = Optional.empty();

    CommandFindings(ShellDoor shells, String callId, Lifeline lifeline) {
        this.shells = shells;
        this.callId = callId;
        this.lifeline = lifeline;
    }

    @Override
    public void accept(Shortfall lacking) {
        shortfall = Optional.of(lacking);
    }

    Optional<Shortfall> shortfall() {
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
