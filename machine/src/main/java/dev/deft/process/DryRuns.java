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

    private final Map<String, Trial> held = new HashMap<>();

    /// A command that ran on an overlay.
    record Trial(Shell.Command command, Shell.Result ended, OverlayChanges draft, Overlay overlay) {

        /// The file next to the overlay for output that is too long to show.
        static final String OUTPUT = "output";

        Path output() {
            return overlay.file(OUTPUT);
        }

        void drop() throws IOException {
            overlay.close();
        }
    }

    synchronized void hold(String callId, Trial trial) throws IOException {
        drop(callId);
        held.put(callId, trial);
    }

    synchronized Optional<Trial> find(String callId) {
        return Optional.ofNullable(held.get(callId));
    }

    /// Takes the dry run of a call if the command is the same; otherwise discards it.
    synchronized Optional<Trial> take(String callId, Shell.Command command) throws IOException {
        Optional<Trial> trial = Optional.ofNullable(held.remove(callId));
        if (trial.isPresent() && !trial.get().command().equals(command)) {
            trial.get().drop();
            return Optional.empty();
        }
        return trial;
    }

    synchronized void drop(String callId) throws IOException {
        Optional<Trial> trial = Optional.ofNullable(held.remove(callId));
        if (trial.isPresent()) {
            trial.get().drop();
        }
    }

    synchronized void dropAll() throws IOException {
        for (String callId : Set.copyOf(held.keySet())) {
            drop(callId);
        }
    }
}
