package dev.deft.agent.context;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the people of a project want an agent to know: `AGENTS.md` and the like, the outermost
/// first.
///
/// The user's own file comes before those of the project; of several names in one directory the
/// first counts. A link in a project that leads out of it is passed over: it would show the model a
/// file that nobody meant for it.
public final class ProjectInstructions {

    /// In the order in which they are looked for, when nobody says otherwise.
    public static final List<String> NAMES = List.of("AGENTS.md", "CLAUDE.md");

    /// About 8000 tokens.
    public static final int MOST_CHARS = 32_000;

    private ProjectInstructions() {}

    /// Reads them for a workspace.
    ///
    /// @param user the directory of the user's own configuration
    /// @param names of files, as they stand in a directory
    public static String read(Path root, Path user, List<String> names) {
        var all = new StringBuilder();
        found(user, names).findFirst().ifPresent(file -> add(file, all));
        List<Path> project = downTo(root);
        for (Path place : project) {
            found(place, names)
                    .filter(it -> isInside(it, project.getFirst()))
                    .findFirst()
                    .ifPresent(file -> add(file, all));
        }
        return all.length() <= MOST_CHARS
                ? all.toString()
                : all.substring(0, MOST_CHARS)
                        + "\n[the rest of the instructions is left out: they are longer than an agent can be told at once]";
    }

    /// From the top of the repository down to the workspace; only the workspace itself where there
    /// is no repository, since what lies above it may be anybody's.
    private static List<Path> downTo(Path root) {
        List<Path> chain = new ArrayList<>();
        for (Optional<Path> place = Optional.of(root);
                place.isPresent();
                place = place.flatMap(it -> Optional.ofNullable(it.getParent()))) {
            chain.addFirst(place.get());
            if (Files.exists(place.get().resolve(".git"))) {
                return chain;
            }
        }
        return List.of(root);
    }

    private static Stream<Path> found(Path directory, List<String> names) {
        return names.stream().map(directory::resolve).filter(Files::isRegularFile);
    }

    private static boolean isInside(Path file, Path top) {
        try {
            return file.toRealPath().startsWith(top.toRealPath());
        } catch (IOException _) {
            return false;
        }
    }

    private static void add(Path file, StringBuilder all) {
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(4 * MOST_CHARS), StandardCharsets.UTF_8).strip();
            all.append(all.isEmpty() ? "" : "\n\n")
                    .append("# Instructions from ")
                    .append(file)
                    .append("\n\n")
                    .append(text);
        } catch (IOException _) {
            all.append("\n\n[").append(file).append(" could not be read]");
        }
    }
}
