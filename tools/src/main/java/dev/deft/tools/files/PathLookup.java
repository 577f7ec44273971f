package dev.deft.tools.files;

import dev.deft.host.ErrorCode;
import dev.deft.host.FileInfo;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.Optional;

/// Resolves paths, with helpful error messages.
public final class PathLookup {

    private PathLookup() {}

    /// An existing file.
    static WorkspacePath file(WorkspaceFiles files, String path) throws IOException {
        WorkspacePath target = files.resolve(path);
        if (existing(files, target).type() == FileInfo.Type.DIRECTORY) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "%s is a directory, not a file. Use `ls` to see what is in it."
                            .formatted(target.display()));
        }
        return target;
    }

    /// An existing file that will be removed from its path. A link is rejected: the caller means
    /// the link, but following it would remove its target.
    static WorkspacePath leaving(WorkspaceFiles files, String path) throws IOException {
        WorkspacePath target = files.resolve(path);
        Optional<String> spelled = spelled(files, path);
        if (spelled.isPresent() && !spelled.get().equals(target.display())) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "%s is a symbolic link to %s; nothing was changed. Name %s itself if that is meant; only a command such as `rm` or `mv` takes a link away."
                            .formatted(spelled.get(), target.display(), target.display()));
        }
        return file(files, path);
    }

    /// A path whose last component is not followed; empty if it has no last component.
    private static Optional<String> spelled(WorkspaceFiles files, String path) throws IOException {
        int slash = path.lastIndexOf('/');
        String name = path.substring(slash + 1);
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            return Optional.empty();
        }
        String parent = files.resolve(slash < 0 ? "." : path.substring(0, slash + 1)).display();
        return Optional.of(parent.equals(".") ? name : parent + "/" + name);
    }

    /// An existing directory.
    public static WorkspacePath directory(WorkspaceFiles files, String path) throws IOException {
        WorkspacePath target = files.resolve(path);
        if (existing(files, target).type() != FileInfo.Type.DIRECTORY) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "%s is a file, not a directory. Use `read` to see what is in it."
                            .formatted(target.display()));
        }
        return target;
    }

    /// An existing entry. The host reports missing ones, because it knows similar names.
    static WorkspacePath existing(WorkspaceFiles files, String path) throws IOException {
        WorkspacePath target = files.resolve(path);
        var _ = existing(files, target);
        return target;
    }

    private static FileInfo existing(WorkspaceFiles files, WorkspacePath target)
            throws IOException {
        FileInfo info = files.info(target);
        if (!info.exists()) {
            files.open(target).close();
        }
        return info;
    }

    /// How messages name a path.
    static String spoken(WorkspacePath place) {
        return place.display().equals(".") ? "the workspace" : place.display();
    }

    static Touch reading(WorkspaceFiles files, String path) throws IOException {
        WorkspacePath target = files.resolve(path);
        return isDirectory(files, target) ? Touch.readingTree(target) : Touch.reading(target);
    }

    private static boolean isDirectory(WorkspaceFiles files, WorkspacePath target)
            throws IOException {
        return files.info(target).type() == FileInfo.Type.DIRECTORY;
    }
}
