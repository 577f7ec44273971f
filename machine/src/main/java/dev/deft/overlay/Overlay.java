package dev.deft.overlay;

import dev.deft.scratch.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A second view of a workspace. What is changed in it lands beside the workspace, which stays as
/// it is.
///
/// The kernel puts the view together; a user namespace lets us ask for that without being root.
public final class Overlay implements AutoCloseable {

    private static final String MOUNT =
            "\"$5\" -t overlay overlay -o \"lowerdir=$1,upperdir=$2,workdir=$3,userxattr\" \"$4\""
                    + " && shift 5 && exec \"$@\"";

    /// They mean something in the options of a mount.
    private static final String SPECIAL = ",:\\\"";

    private final Path root;
    private final Scratch home;

    /// When the view was made, by the clock of the file system.
    private final FileTime began;

    private Overlay(Path root, Scratch home) throws IOException {
        this.root = root;
        this.home = home;
        this.began = EntryReader.changed(home.path());
    }

    /// Makes room for a view.
    ///
    /// @param places where the changes may lie, best first; one inside the workspace will not do
    /// @return nothing when there is no such place
    public static Optional<Overlay> of(Path root, List<Path> places) throws IOException {
        for (Path place : places) {
            if (!place.startsWith(root) && isPlain(root) && isPlain(place)) {
                var overlay = new Overlay(root, Scratch.in(place, "draft"));
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
        return home.path().resolve("view");
    }

    Path upper() {
        return home.path().resolve("upper");
    }

    private Path work() {
        return home.path().resolve("work");
    }

    /// A file that lasts as long as the view.
    public Path file(String name) {
        return home.path().resolve(name);
    }

    /// What puts the view together.
    public record Tools(Path unshare, Path mount) {}

    /// The words that mount the view and then become another program.
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

    /// What was changed so far.
    public OverlayChanges draft() throws IOException {
        return new OverlayReader(root, upper(), began).read();
    }

    /// Forgets the changes.
    @Override
    public void close() throws IOException {
        home.close();
    }
}
