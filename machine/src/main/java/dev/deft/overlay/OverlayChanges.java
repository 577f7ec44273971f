package dev.deft.overlay;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.DisplayPaths;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.os.change.FileChange;
import java.io.IOException;
import java.util.List;

/// What a command changed aside, to be kept or forgotten. Contents lie where the command left them.
///
/// @param changes what would become of files, links and directories
/// @param refused protected paths, which are not kept at all
/// @param odd what cannot be kept: neither file, link nor directory, or no name in UTF-8
/// @param foreign what somebody else changed in the workspace while the command ran
public record OverlayChanges(
        List<FileChange> changes, List<String> refused, List<String> odd, List<String> foreign) {

    public OverlayChanges {
        changes = List.copyOf(changes);
        refused = List.copyOf(refused);
        odd = List.copyOf(odd);
        foreign = List.copyOf(foreign);
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /// Makes the changes in the workspace: all or none.
    ///
    /// @throws HostException a conflict, when something is not as the command saw it
    public void keep(CommandChangeRecorder keeper) throws IOException, InterruptedException {
        if (!foreign.isEmpty()) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "While the command ran aside, somebody else changed %s. Nothing was kept; look at the files and run it again."
                            .formatted(DisplayPaths.of(foreign)));
        }
        keeper.keep(changes);
    }
}
