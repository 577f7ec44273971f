package dev.deft.tools.files;

import dev.deft.host.ErrorCode;
import dev.deft.host.FileInfo;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.Optional;

/// Finds what a path names, and says what is wrong with it in words that help.
final class PathLookup {

    private PathLookup() {}

    /// A file that is there.
    static WorkspacePath file(WorkspaceFiles files, String path) throws IOException {
        WorkspacePath target = existing(files, path);
        if (isDirectory(files, target)) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "%s is a directory, not a file. Use `ls` to see what is in it."
                            .formatted(target.display()));
        }
        return target;
    }

    /// A file that is there and shall go away from its path. A link is refused: whoever names it
    /// means the link, and following it would take away the file it leads to.
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

    /// A path of which the last name was not followed; nothing where it ends with no name.
    private static Optional<String> spelled(WorkspaceFiles files, String path) throws IOException {
        int slash = path.lastIndexOf('/');
        String name = path.substring(slash + 1);
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            return Optional.empty();
        }
        String parent = files.resolve(slash < 0 ? "." : path.substring(0, slash + 1)).display();
        return Optional.of(parent.equals(".") ? name : parent + "/" + name);
    }

    /// A directory that is there.
    static WorkspacePath directory(WorkspaceFiles files, String path) throws IOException {
        WorkspacePath target = existing(files, path);
        if (!isDirectory(files, target)) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "%s is a file, not a directory. Use `read` to see what is in it."
                            .formatted(target.display()));
        }
        return target;
    }

    /// Something that is there. The host itself says what is missing: it knows similar names.
    static WorkspacePath existing(WorkspaceFiles files, String path) throws IOException {
        WorkspacePath target = files.resolve(path);
        if (!files.info(target).exists()) {
            files.open(target).close();
        }
        return target;
    }

    /// How a sentence speaks of a place.
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
