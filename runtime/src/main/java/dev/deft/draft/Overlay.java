package dev.deft.draft;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A second view of a workspace. What is changed in it lands beside the workspace, which stays as
/// it is.
///
/// The kernel puts the view together; a user namespace lets us ask for that without being root.
public final class Overlay implements AutoCloseable {

    private static final String MOUNT =
            "mount -t overlay overlay -o \"lowerdir=$1,upperdir=$2,workdir=$3,userxattr\" \"$4\""
                    + " && shift 4 && exec \"$@\"";

    private static final String NAME = "draft";

    /// How long what a killed process left stays at least.
    private static final Duration KEPT = Duration.ofDays(1);

    /// They mean something in the options of a mount.
    private static final String SPECIAL = ",:\\\"";

    private final Path root;
    private final Path home;

    /// When the view was made, by the clock of the file system.
    private final FileTime began;

    private Overlay(Path root, Path home) throws IOException {
        this.root = root;
        this.home = home;
        this.began = Entry.changed(home);
    }

    /// Makes room for a view.
    ///
    /// @param places where the changes may lie, best first; one inside the workspace will not do
    /// @return nothing when there is no such place
    public static Optional<Overlay> of(Path root, List<Path> places) throws IOException {
        for (Path place : places) {
            if (!place.startsWith(root) && isPlain(root) && isPlain(place)) {
                sweep(Files.createDirectories(place));
                String name = NAME + ProcessHandle.current().pid() + "-";
                Path home = Files.createTempDirectory(place, name);
                var overlay = new Overlay(root, home.toRealPath());
                for (Path part : List.of(overlay.upper(), overlay.work(), overlay.view())) {
                    Files.createDirectory(part);
                }
                return Optional.of(overlay);
            }
        }
        return Optional.empty();
    }

    /// Removes what processes left that were killed.
    private static void sweep(Path place) throws IOException {
        List<Path> all;
        try (Stream<Path> listed = Files.list(place)) {
            all = listed.filter(it -> it.getFileName().toString().startsWith(NAME)).toList();
        }
        for (Path draft : all) {
            if (isOrphan(draft)) {
                try {
                    Files.walkFileTree(draft, new Removing());
                } catch (IOException _) {
                    // Somebody else sweeps too, or it is not ours.
                }
            }
        }
    }

    /// Old, since a process in another container cannot be seen from here.
    private static boolean isOrphan(Path draft) {
        String name = draft.getFileName().toString().substring(NAME.length());
        int end = name.indexOf('-');
        try {
            Instant old = Instant.now().minus(KEPT);
            return Files.getLastModifiedTime(draft).toInstant().isBefore(old)
                    && (end < 1 || ProcessHandle.of(Long.parseLong(name, 0, end, 10)).isEmpty());
        } catch (IOException | NumberFormatException _) {
            return false;
        }
    }

    private static boolean isPlain(Path path) {
        return path.toString().chars().noneMatch(it -> SPECIAL.indexOf(it) >= 0);
    }

    /// Where the view is, for the program that is started through [#words].
    public Path view() {
        return home.resolve("view");
    }

    Path upper() {
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
        return new DraftReader(root, upper(), began).read();
    }

    /// Forgets the changes.
    @Override
    public void close() throws IOException {
        Files.walkFileTree(home, new Removing());
    }

    /// Removes everything, also what a command or the kernel closed to us.
    private static final class Removing extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                throws IOException {
            open(directory);
            return FileVisitResult.CONTINUE;
        }

        private static void open(Path directory) throws IOException {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
            if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) || Files.isReadable(file)) {
                throw problem;
            }
            open(file);
            Files.walkFileTree(file, this);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem)
                throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
