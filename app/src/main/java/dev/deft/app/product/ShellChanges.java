package dev.deft.app.product;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.ChangeKeeper;
import dev.deft.os.ChangeRecorder;
import dev.deft.os.FileChange;
import dev.deft.os.FileState;
import dev.deft.os.Workspace;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// What commands changed, put into the undo store of the session.
///
/// @param workspace opens it
/// @param recorder records the changes of the call
record ShellChanges(Opening workspace, Function<Workspace, ChangeRecorder> recorder)
        implements ChangeKeeper {

    /// Opens the workspace when it is needed.
    @FunctionalInterface
    interface Opening {

        Workspace open() throws IOException, InterruptedException;
    }

    @Override
    public void keep(List<FileChange> changes) throws IOException, InterruptedException {
        if (changes.isEmpty()) {
            return;
        }
        var wanted = new LinkedHashMap<String, FileState>();
        changes.forEach(it -> wanted.put(it.path(), it.after()));
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
            throws HostException {
        List<String> foreign =
                changes.stream()
                        .filter(it ->
                                !current.getOrDefault(it.path(), FileState.ABSENT)
                                        .content()
                                        .equals(it.before().content()))
                        .map(FileChange::path)
                        .toList();
        if (!foreign.isEmpty()) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "The command ran aside, and meanwhile somebody else changed %s. Nothing was kept; look at the files and run it again."
                            .formatted(String.join(", ", foreign)));
        }
    }

    @Override
    public void note(List<FileChange> changes) throws IOException, InterruptedException {
        recorder.apply(workspace.open()).record(changes);
    }

    @Override
    public void unkept(String path, long size) throws IOException, InterruptedException {
        recorder.apply(workspace.open()).recordUnkept(path, size);
    }
}
