package dev.deft.app.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the workspace somebody is in: the nearest directory, from here upward, that has `.deft` or
/// `.git`.
///
/// The search ends at the home directory, which counts only for those who start there, and at the
/// border of a file system. A mark that belongs to somebody else than the directory one is in is no
/// mark: in a directory that all may write to, such as `/tmp`, a stranger could set one. Where
/// nothing is found, the workspace is the directory itself.
final class WorkspaceSearch {

    private static final List<String> MARKS = List.of(".deft", ".git");

    private WorkspaceSearch() {}

    static Path from(Path directory, Map<String, String> environment) throws UsageException {
        Path here = real(directory);
        Optional<Path> home = home(environment);
        for (Path at = here; at != null; at = at.getParent()) {
            boolean above = !at.equals(here);
            if (above && (home.filter(at::equals).isPresent() || !isSameDisk(at, here))) {
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
            // A home that is not there limits nothing.
            return Optional.empty();
        }
    }

    /// A mark is a directory, or a file as git writes it for worktrees; never a link.
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
            // No such thing here, so no difference.
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
