package dev.deft.process;

import dev.deft.host.Shell;
import dev.deft.overlay.Overlay;
import dev.deft.overlay.OverlayChanges;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finished dry runs whose changes have not been applied yet, by call id.
final class DryRuns {

    private final Map<String, DryRun> dryRuns = new HashMap<>();

    /// A command that ran on an overlay.
    record DryRun(
            Shell.Command command, Shell.Result ended, OverlayChanges changes, Overlay overlay) {

        /// The file next to the overlay for output that is too long to show.
        static final String OUTPUT = "output";

        Path output() {
            return overlay.file(OUTPUT);
        }

        void discard() throws IOException {
            overlay.close();
        }
    }

    synchronized void put(String callId, DryRun dryRun) throws IOException {
        discard(callId);
        dryRuns.put(callId, dryRun);
    }

    synchronized Optional<DryRun> find(String callId) {
        return Optional.ofNullable(dryRuns.get(callId));
    }

    /// Takes the dry run of a call if the command is the same; otherwise discards it.
    synchronized Optional<DryRun> take(String callId, Shell.Command command) throws IOException {
        Optional<DryRun> dryRun = Optional.ofNullable(dryRuns.remove(callId));
        if (dryRun.isPresent() && !dryRun.get().command().equals(command)) {
            dryRun.get().discard();
            return Optional.empty();
        }
        return dryRun;
    }

    synchronized void discard(String callId) throws IOException {
        Optional<DryRun> dryRun = Optional.ofNullable(dryRuns.remove(callId));
        if (dryRun.isPresent()) {
            dryRun.get().discard();
        }
    }

    synchronized void discardAll() throws IOException {
        for (String callId : Set.copyOf(dryRuns.keySet())) {
            discard(callId);
        }
    }
}
