package dev.deft.draft;

import dev.deft.os.ChangeKeeper;
import dev.deft.os.FileChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What a command changed aside, to be kept or forgotten.
///
/// @param files what can be undone; kept all or none
/// @param others what cannot; kept after the files, in this order
/// @param refused protected paths, which are not kept at all
public record Draft(List<FileChange> files, List<Other> others, List<String> refused) {

    public Draft {
        files = List.copyOf(files);
        others = List.copyOf(others);
        refused = List.copyOf(refused);
    }

    /// A change that is no small file.
    public sealed interface Other {

        /// Relative to the root.
        String path();

        /// Something is gone: a directory with what is left in it, a link, a large file.
        record Gone(String path) implements Other {}

        record Directory(String path) implements Other {}

        record Link(String path, Path target) implements Other {}

        /// A file that existed has another mode.
        record Mode(String path, Set<PosixFilePermission> mode) implements Other {}

        /// A file that is large, or stands where something else stood.
        ///
        /// @param content where it lies now
        record Large(String path, Path content, long size) implements Other {}
    }

    public boolean isEmpty() {
        return files.isEmpty() && others.isEmpty();
    }

    /// Makes the changes in the workspace.
    ///
    /// @throws dev.deft.host.HostException when a file is not as the command saw it; then nothing
    ///   is changed
    public void keep(Path root, ChangeKeeper keeper) throws IOException, InterruptedException {
        keeper.keep(files);
        for (Other other : others) {
            Path path = root.resolve(other.path());
            switch (other) {
                case Other.Gone _ -> remove(path);
                case Other.Directory _ -> Files.createDirectories(path);
                case Other.Link(_, Path target) -> {
                    Files.createDirectories(path.getParent());
                    Files.createSymbolicLink(path, target);
                }
                case Other.Mode(_, Set<PosixFilePermission> mode) ->
                        Files.setPosixFilePermissions(path, mode);
                case Other.Large(String name, Path content, long size) -> {
                    copy(content, path);
                    keeper.unkept(name, size);
                }
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Path aside = to.resolveSibling(".deft-" + to.getFileName());
        Files.copy(
                from,
                aside,
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(aside, to, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void remove(Path path) throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(path);
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }
}
