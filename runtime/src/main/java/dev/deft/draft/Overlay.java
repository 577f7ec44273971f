package dev.deft.draft;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A second view of a workspace. What is changed in it lands beside the workspace, which stays as
/// it is.
///
/// The kernel puts the view together; a user namespace lets us ask for that without being root.
public final class Overlay implements AutoCloseable {

    private static final String MOUNT =
            "mount -t overlay overlay -o \"lowerdir=$1,upperdir=$2,workdir=$3,userxattr\" \"$4\""
                    + " && shift 4 && exec \"$@\"";

    /// They mean something in the options of a mount.
    private static final String SPECIAL = ",:\\\"";

    private final Path root;
    private final Path home;

    private Overlay(Path root, Path home) {
        this.root = root;
        this.home = home;
    }

    /// Makes room for a view.
    ///
    /// @param places where the changes may lie, best first; one inside the workspace will not do
    /// @return nothing when there is no such place
    public static Optional<Overlay> of(Path root, List<Path> places) throws IOException {
        for (Path place : places) {
            if (!place.startsWith(root) && isPlain(root) && isPlain(place)) {
                Path home = Files.createTempDirectory(Files.createDirectories(place), "draft");
                var overlay = new Overlay(root, home.toRealPath());
                for (Path part : List.of(overlay.upper(), overlay.work(), overlay.view())) {
                    Files.createDirectory(part);
                }
                return Optional.of(overlay);
            }
        }
        return Optional.empty();
    }

    private static boolean isPlain(Path path) {
        return path.toString().chars().noneMatch(it -> SPECIAL.indexOf(it) >= 0);
    }

    /// Where the view is, for the program that is started through [#words].
    public Path view() {
        return home.resolve("view");
    }

    private Path upper() {
        return home.resolve("upper");
    }

    private Path work() {
        return home.resolve("work");
    }

    /// A file that lasts as long as the view.
    public Path file(String name) {
        return home.resolve(name);
    }

    /// The words that mount the view and then become another program.
    ///
    /// @param unshare the program of util-linux
    public List<String> words(Path unshare, String bash, List<String> program) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                unshare.toString(),
                                "--user",
                                "--map-root-user",
                                "--mount",
                                "--",
                                bash,
                                "--noprofile",
                                "--norc",
                                "-c",
                                MOUNT,
                                "bash",
                                root.toString(),
                                upper().toString(),
                                work().toString(),
                                view().toString()));
        words.addAll(program);
        return words;
    }

    /// What was changed so far.
    public Draft draft() throws IOException {
        return new DraftReader(root, upper()).read();
    }

    /// Forgets the changes.
    @Override
    public void close() throws IOException {
        Files.walkFileTree(
                home,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    // The kernel leaves a directory that nobody may look into; it is empty.
                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException problem)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path directory, @Nullable IOException problem) throws IOException {
                        Files.delete(directory);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
