package dev.deft.engine;

import dev.deft.host.Progress;
import dev.deft.os.CallHandles;
import dev.deft.os.CallLifetime;
import dev.deft.run.PreparedCall;

/// Opens the handles of a session's calls beside files and commands.
final class SessionHandles implements CallHandles.Opener {

    @Override
    public CallHandles open(PreparedCall<?> call, Progress progress, CallLifetime lifetime) {
        return new Handles();
    }

    /// The handles of one call.
    private record Handles() implements CallHandles {}
}
