package dev.deft.engine.files;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.DisplayPaths;
import dev.deft.os.WorkspaceTree;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Records what commands changed in the undo store of the session.
///
/// @param workspace opens the workspace
/// @param recorder records the changes of the call
public record ShellChanges(Opening workspace, Function<WorkspaceTree, ChangeRecorder> recorder)
        implements CommandChangeRecorder {

    /// The capacity of one journal record.
    private static final int MOST_CHANGES = 100_000;

    /// Opens the workspace on demand.
    @FunctionalInterface
    public interface Opening {

        WorkspaceTree open() throws IOException, InterruptedException;
    }

    @Override
    public void keep(List<FileChange> changes) throws IOException, InterruptedException {
        if (changes.isEmpty()) {
            return;
        }
        if (changes.size() > MOST_CHANGES) {
            throw new HostException(
                    ErrorCode.TOO_LARGE,
                    "The command changed %d files, and at most %d can be applied in one step. Nothing was applied; run it in parts, or with commands.changes set to direct."
                            .formatted(changes.size(), MOST_CHANGES));
        }
        var wanted = new LinkedHashMap<String, FileState>();
        changes.forEach(it -> wanted.put(it.path(), it.wanted()));
        workspace
                .open()
                .change(
                        List.copyOf(wanted.keySet()),
                        current -> {
                            requireUntouched(changes, current);
                            return wanted;
                        },
                        recorder.apply(workspace.open()));
    }

    private static void requireUntouched(List<FileChange> changes, Map<String, FileState> current)
            throws IOException {
        var foreign = new ArrayList<String>();
        for (FileChange change : changes) {
            if (!change.isBefore(current.getOrDefault(change.path(), FileState.absent()))) {
                foreign.add(change.path());
            }
        }
        if (!foreign.isEmpty()) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "While the command ran in an overlay, somebody else changed %s. Nothing was applied; read the files and run it again."
                            .formatted(DisplayPaths.of(foreign)));
        }
    }

    @Override
    public void note(List<FileChange> changes) throws IOException, InterruptedException {
        recorder.apply(workspace.open()).record(changes, List.of());
    }
}
