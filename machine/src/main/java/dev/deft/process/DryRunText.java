package dev.deft.process;

import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.os.DisplayPaths;
import dev.deft.output.TextHead;
import dev.deft.overlay.OverlayChanges;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// What came of a command that was tried out, for whoever approves it.
record DryRunText(ChangeText changes) {

    /// How much of a diff is shown.
    private static final int MOST_BYTES = 20 * 1024;

    String of(DryRuns.Trial trial) throws IOException {
        try {
            return told(trial.ended(), trial.draft());
        } catch (HostException e) {
            // Somebody changed a file meanwhile; keeping it will be a conflict.
            return String.valueOf(e.getMessage());
        }
    }

    private String told(Shell.Ended ended, OverlayChanges draft) throws IOException {
        String outcome =
                switch (ended.cause()) {
                    case ITSELF, GOES_ON ->
                            "Tried out, it ended with exit code %d".formatted(ended.exitCode());
                    case TIMEOUT -> "Tried out, it did not end in time";
                };
        return draft.isEmpty()
                ? outcome + " and changed no files.\n" + printed(ended)
                : outcome
                        + " and would change:\n"
                        + changes.of(draft.changes(), MOST_BYTES)
                        + unkept(draft);
    }

    private static String unkept(OverlayChanges draft) {
        List<String> lost = Stream.of(draft.refused(), draft.odd()).flatMap(List::stream).toList();
        return lost.isEmpty() ? "" : "Not kept in any case: " + DisplayPaths.of(lost) + "\n";
    }

    private static String printed(Shell.Ended ended) {
        return TextHead.of(ended.printed().output(), MOST_BYTES / 10);
    }
}
