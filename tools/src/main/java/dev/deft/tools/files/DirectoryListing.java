package dev.deft.tools.files;

import dev.deft.host.FileInfo;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Walks a directory from top to bottom. Symbolic links are shown, not followed.
final class DirectoryListing {

    private final WorkspaceFiles files;
    private final Optional<EntryPattern> pattern;
    private final List<EntryPattern> ignore;
    private final List<Found> found = new ArrayList<>();
    private int unreadable;

    DirectoryListing(
            WorkspaceFiles files, Optional<EntryPattern> pattern, List<EntryPattern> ignore) {
        this.files = files;
        this.pattern = pattern;
        this.ignore = List.copyOf(ignore);
    }

    /// How deep to descend.
    enum Depth {
        ONE,
        ALL
    }

    /// One entry.
    ///
    /// @param path relative to the start of the walk
    /// @param parent relative to the workspace
    record Found(String path, FileInfo info, int depth, String parent) {

        /// The path relative to the workspace.
        String place() {
            return parent.equals(".") ? info.name() : parent + "/" + info.name();
        }
    }

    void walk(WorkspacePath directory, Depth depth) throws IOException, InterruptedException {
        walk(directory, "", 0, depth);
    }

    private void walk(WorkspacePath directory, String prefix, int level, Depth depth)
            throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        for (FileInfo info : files.list(directory)) {
            String path = prefix + info.name();
            boolean isDirectory = info.type() == FileInfo.Type.DIRECTORY;
            if (ignore.stream().anyMatch(it -> it.matches(path, isDirectory))) {
                continue;
            }
            var entry = new Found(path, info, level, directory.display());
            if (pattern.isEmpty() || pattern.get().matches(path, isDirectory)) {
                found.add(entry);
            }
            if (isDirectory && depth == Depth.ALL) {
                enter(entry, level + 1);
            }
        }
    }

    private void enter(Found directory, int level) throws IOException, InterruptedException {
        try {
            walk(files.resolve(directory.place()), directory.path() + "/", level, Depth.ALL);
        } catch (HostException _) {
            unreadable++;
        }
    }

    List<Found> found() {
        return List.copyOf(found);
    }

    int unreadable() {
        return unreadable;
    }
}
