package dev.deft.overlay;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.DisplayPaths;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.os.change.FileChange;
import java.io.IOException;
import java.util.List;

/// The changes a command made on an overlay, to apply or discard. File contents are read from the
/// overlay.
///
/// @param changes the changes of files, links and directories
/// @param refused protected paths, which are never applied
/// @param unsupported paths that cannot be applied: special files, or names that are not UTF-8
/// @param changedMeanwhile paths that another process changed in the workspace while the command
///   ran
public record OverlayChanges(
        List<FileChange> changes,
        List<String> refused,
        List<String> unsupported,
        List<String> changedMeanwhile) {

    public OverlayChanges {
        changes = List.copyOf(changes);
        refused = List.copyOf(refused);
        unsupported = List.copyOf(unsupported);
        changedMeanwhile = List.copyOf(changedMeanwhile);
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /// Applies the changes to the workspace, all or none.
    ///
    /// @throws HostException a conflict, if the workspace is not as the command saw it
    public void apply(CommandChangeRecorder recorder) throws IOException, InterruptedException {
        if (!changedMeanwhile.isEmpty()) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "While the command ran, another process changed %s. Nothing was kept; check the files and run the command again."
                            .formatted(DisplayPaths.of(changedMeanwhile)));
        }
        recorder.keep(changes);
    }
}
