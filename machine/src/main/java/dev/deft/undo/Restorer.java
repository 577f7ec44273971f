package dev.deft.undo;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.DisplayPaths;
import dev.deft.os.WorkspaceTree;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import dev.deft.undo.UndoEvent.FileStep;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Restores one side of a change, unless someone else changed the files meanwhile.
record Restorer(WorkspaceTree workspace, ContentStore contents) {

    /// Loads the contents of both sides of each step.
    List<FileChange> loaded(List<FileStep> steps) throws IOException {
        var changes = new ArrayList<FileChange>();
        for (FileStep step : steps) {
            changes.add(new FileChange(step.path(), state(step.before()), state(step.after())));
        }
        return changes;
    }

    private FileState state(ChangeSide side) throws IOException {
        return side.state(
                side.content().isPresent()
                        ? Optional.of(contents.get(side.content().get()))
                        : Optional.empty());
    }

    /// Changes every path from one side to the other. A path that is already there, because a crash
    /// interrupted the last attempt, is left alone.
    ///
    /// @param emptied directories to remove if they are empty
    /// @throws HostException with CONFLICT if a path is at neither side; then nothing changes
    void restore(List<FileStep> steps, List<String> emptied)
            throws IOException, InterruptedException {
        Map<String, FileChange> changes = new LinkedHashMap<>();
        loaded(steps).forEach(it -> changes.put(it.path(), it));
        Map<String, FileState> wanted = new LinkedHashMap<>();
        changes.forEach((path, change) -> wanted.put(path, change.wanted()));
        for (String directory : emptied) {
            wanted.putIfAbsent(directory, FileState.absent());
        }
        workspace.change(
                List.copyOf(wanted.keySet()),
                current -> {
                    requireKnown(changes, current);
                    emptied.stream()
                            .filter(it -> !isDirectory(current, it))
                            .forEach(wanted::remove);
                    return wanted;
                },
                ChangeRecorder.NONE);
    }

    private static boolean isDirectory(Map<String, FileState> current, String path) {
        return current.getOrDefault(path, FileState.absent()).isDirectory();
    }

    private static void requireKnown(
            Map<String, FileChange> changes, Map<String, FileState> current) throws IOException {
        var foreign = new ArrayList<String>();
        for (FileChange change : changes.values()) {
            FileState now = current.getOrDefault(change.path(), FileState.absent());
            if (!change.isBefore(now) && !change.isAfter(now)) {
                foreign.add(change.path());
            }
        }
        if (!foreign.isEmpty()) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "Nothing was changed: %s changed since this session did. Undo later changes first, or restore the file by hand."
                            .formatted(DisplayPaths.of(foreign)));
        }
    }
}
