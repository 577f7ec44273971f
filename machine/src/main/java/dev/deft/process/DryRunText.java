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

    String of(DryRuns.DryRun dryRun) throws IOException {
        try {
            return describe(dryRun.ended(), dryRun.changes());
        } catch (HostException e) {
            // A file has changed in the meantime; applying the changes will be a conflict.
            return String.valueOf(e.getMessage());
        }
    }

    private String describe(Shell.Result result, OverlayChanges overlayChanges) throws IOException {
        String outcome =
                switch (result.cause()) {
                    case EXITED, MOVED_TO_BACKGROUND ->
                            "In a dry run it ended with exit code %d".formatted(result.exitCode());
                    case TIMEOUT -> "In a dry run it timed out";
                };
        return overlayChanges.isEmpty()
                ? outcome + " and changed no files.\n" + printed(result)
                : outcome
                        + " and would change:\n"
                        + changes.of(overlayChanges.changes(), MOST_BYTES)
                        + notKept(overlayChanges);
    }

    private static String notKept(OverlayChanges overlayChanges) {
        List<String> lost =
                Stream.of(overlayChanges.refused(), overlayChanges.unsupported())
                        .flatMap(List::stream)
                        .toList();
        return lost.isEmpty() ? "" : "Never kept: " + DisplayPaths.of(lost) + "\n";
    }

    private static String printed(Shell.Result result) {
        return TextHead.of(result.output().output(), MOST_BYTES / 10);
    }
}
