package dev.deft.overlay;

import dev.deft.scratch.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An overlay over a workspace: changes are written to a separate directory, and the workspace
/// stays as it is.
///
/// It is an overlayfs mount in a user namespace, which needs no root.
public final class Overlay implements AutoCloseable {

    private static final String MOUNT =
            "\"$5\" -t overlay overlay -o \"lowerdir=$1,upperdir=$2,workdir=$3,userxattr\" \"$4\""
                    + " && shift 5 && exec \"$@\"";

    /// These characters have a meaning in mount options.
    private static final String SPECIAL = ",:\\\"";

    private final Path root;
    private final Scratch scratch;

    /// The creation time, by the clock of the file system.
    private final FileTime created;

    private Overlay(Path root, Scratch scratch) throws IOException {
        this.root = root;
        this.scratch = scratch;
        this.created = EntryReader.changed(scratch.path());
    }

    /// Creates the directories of an overlay.
    ///
    /// @param candidates candidate directories for the changes, best first; those inside the
    ///   workspace are skipped
    /// @return empty if none is usable
    public static Optional<Overlay> of(Path root, List<Path> candidates) throws IOException {
        for (Path candidate : candidates) {
            if (!candidate.startsWith(root) && isPlain(root) && isPlain(candidate)) {
                var overlay = new Overlay(root, Scratch.in(candidate, "overlay"));
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

    /// The mount point, for the program started with [#words].
    public Path view() {
        return scratch.path().resolve("view");
    }

    Path upper() {
        return scratch.path().resolve("upper");
    }

    private Path work() {
        return scratch.path().resolve("work");
    }

    /// A file that is removed with the overlay.
    public Path file(String name) {
        return scratch.path().resolve(name);
    }

    /// The programs that mount it.
    public record Tools(Path unshare, Path mount) {}

    /// The command line that mounts the overlay and then executes a program.
    ///
    /// @param tools `unshare` and `mount` of util-linux
    public List<String> words(Tools tools, String bash, List<String> program) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                tools.unshare().toString(),
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
                                view().toString(),
                                tools.mount().toString()));
        words.addAll(program);
        return words;
    }

    /// The changes so far.
    public OverlayChanges changes() throws IOException {
        return new OverlayReader(root, upper(), created).read();
    }

    /// Discards the changes.
    @Override
    public void close() throws IOException {
        scratch.close();
    }
}
