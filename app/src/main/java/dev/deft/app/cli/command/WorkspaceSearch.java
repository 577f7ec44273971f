package dev.deft.app.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the workspace of the current directory: the nearest ancestor with `.deft` or `.git`.
///
/// The search stops at the home directory, which counts only if the program starts there, and at a
/// file system boundary. A marker owned by somebody else is ignored: in a world-writable directory
/// such as `/tmp`, anybody could create one. If there is none, the current directory is the
/// workspace.
final class WorkspaceSearch {

    private static final List<String> MARKS = List.of(".deft", ".git");

    private WorkspaceSearch() {}

    static Path from(Path directory, Map<String, String> environment) throws UsageException {
        Path here = real(directory);
        Optional<Path> home = home(environment);
        for (Path at = here; at != null; at = at.getParent()) {
            boolean above = !at.equals(here);
            if (above && (isHome(at, home) || !isSameDisk(at, here))) {
                return here;
            }
            if (isMarked(at, here)) {
                return at;
            }
        }
        return here;
    }

    private static Path real(Path directory) throws UsageException {
        try {
            return directory.toRealPath();
        } catch (IOException e) {
            throw new UsageException("the current directory is gone: " + e.getMessage());
        }
    }

    private static Optional<Path> home(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        try {
            return home.isBlank() ? Optional.empty() : Optional.of(Path.of(home).toRealPath());
        } catch (IOException | IllegalArgumentException _) {
            // A home directory that does not exist limits nothing.
            return Optional.empty();
        }
    }

    private static boolean isHome(Path directory, Optional<Path> home) {
        return home.isPresent() && home.get().equals(directory);
    }

    /// A marker is a directory, or a file as git writes it for worktrees; never a link.
    private static boolean isMarked(Path directory, Path here) {
        for (String mark : MARKS) {
            Path path = directory.resolve(mark);
            boolean there =
                    Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                            || (mark.equals(".git")
                                    && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS));
            if (there && (directory.equals(here) || isSame("unix:uid", path, here))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSameDisk(Path one, Path other) {
        return isSame("unix:dev", one, other);
    }

    private static boolean isSame(String attribute, Path one, Path other) {
        try {
            return Files.getAttribute(one, attribute, LinkOption.NOFOLLOW_LINKS)
                    .equals(Files.getAttribute(other, attribute, LinkOption.NOFOLLOW_LINKS));
        } catch (UnsupportedOperationException _) {
            // The file system has no owners, so they do not differ.
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
