package dev.deft.process;

import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.os.DisplayPaths;
import dev.deft.output.TextHead;
import dev.deft.overlay.OverlayChanges;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// Describes the result of a dry run to whoever approves the command.
record DryRunText(ChangeText changes) {

    /// How much of a diff is shown.
    private static final int MOST_BYTES = 20 * 1024;

    String of(DryRuns.DryRun trial) throws IOException {
        try {
            return describe(trial.ended(), trial.changes());
        } catch (HostException e) {
            // A file has changed in the meantime; applying the changes will be a conflict.
            return String.valueOf(e.getMessage());
        }
    }

    private String describe(Shell.Result ended, OverlayChanges draft) throws IOException {
        String outcome =
                switch (ended.cause()) {
                    case EXITED, MOVED_TO_BACKGROUND ->
                            "In a dry run it ended with exit code %d".formatted(ended.exitCode());
                    case TIMEOUT -> "In a dry run it timed out";
                };
        return draft.isEmpty()
                ? outcome + " and changed no files.\n" + printed(ended)
                : outcome
                        + " and would change:\n"
                        + changes.of(draft.changes(), MOST_BYTES)
                        + notKept(draft);
    }

    private static String notKept(OverlayChanges draft) {
        List<String> lost =
                Stream.of(draft.refused(), draft.unsupported()).flatMap(List::stream).toList();
        return lost.isEmpty() ? "" : "Never kept: " + DisplayPaths.of(lost) + "\n";
    }

    private static String printed(Shell.Result ended) {
        return TextHead.of(ended.output().output(), MOST_BYTES / 10);
    }
}
