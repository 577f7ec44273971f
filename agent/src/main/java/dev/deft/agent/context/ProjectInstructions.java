package dev.deft.agent.context;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Reads the instructions of a project for agents: `AGENTS.md` and the like, outermost first.
///
/// A line such as `@docs/style.md` imports a file. The user's own file comes first. In each
/// directory, the first name that exists counts. Symbolic links that lead out of the workspace are
/// skipped, and so is every link in a directory above it: they would show the model files that are
/// not meant for it.
public final class ProjectInstructions {

    /// The default file names, in order.
    public static final List<String> NAMES = List.of("AGENTS.md", "CLAUDE.md");

    /// About 8000 tokens.
    public static final int MOST_CHARS = 32_000;

    private ProjectInstructions() {}

    /// The instructions.
    ///
    /// @param text for the system prompt
    /// @param warnings for people, about what was cut or not imported
    public record Instructions(String text, List<String> warnings) {

        public Instructions {
            warnings = List.copyOf(warnings);
        }
    }

    /// Reads the instructions for a workspace.
    ///
    /// @param user the configuration directory of the user
    /// @param names of files
    /// @param readable whether a file of the workspace may be imported, by its path relative to it
    public static Instructions read(
            Path root, Path user, List<String> names, Predicate<String> readable) {
        List<Path> files = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        Path real = real(root);
        var ofUser = new InstructionImports(real(user), _ -> true, warnings::add);
        var ofWorkspace =
                new InstructionImports(
                        real, it -> readable.test(real.relativize(it).toString()), warnings::add);
        found(user, names).findFirst().ifPresent(files::add);
        for (Path place : downTo(root)) {
            found(place, names).filter(it -> isOwn(it, root)).findFirst().ifPresent(files::add);
        }
        var all = new StringBuilder();
        List<Path> cut = new ArrayList<>();
        for (Path file : files) {
            if (!add(file, file.startsWith(user) ? ofUser : ofWorkspace, all)) {
                cut.add(file);
            }
        }
        if (cut.isEmpty()) {
            return new Instructions(all.toString(), warnings);
        }
        String which = String.join(", ", cut.stream().map(Path::toString).toList());
        warnings.add(
                "The instructions of this project exceed %d characters, so the end of %s is cut. Shorten them, or move details to files they name."
                        .formatted(MOST_CHARS, which));
        return new Instructions(
                all
                        + "\n[the rest of the instructions was cut here. Read %s for the rest]"
                                .formatted(which),
                warnings);
    }

    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException _) {
            return directory;
        }
    }

    /// The directories from the top of the repository down to the workspace; only the workspace if
    /// there is no repository, since directories above it may belong to others.
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

    /// Links in the workspace may lead to other files of it; links above it are not followed.
    private static boolean isOwn(Path file, Path root) {
        if (!file.startsWith(root)) {
            return !Files.isSymbolicLink(file);
        }
        try {
            return file.toRealPath().startsWith(root.toRealPath());
        } catch (IOException _) {
            return false;
        }
    }

    /// @return whether all of it fits
    private static boolean add(Path file, InstructionImports imports, StringBuilder all) {
        int room = MOST_CHARS - all.length();
        if (room <= 0) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(4 * MOST_CHARS);
            boolean whole = in.read() < 0;
            String text =
                    (all.isEmpty() ? "" : "\n\n")
                            + "# Instructions from "
                            + file
                            + "\n\n"
                            + imports.of(file, new String(bytes, StandardCharsets.UTF_8)).strip();
            all.append(text, 0, Math.min(text.length(), room));
            return whole && text.length() <= room;
        } catch (IOException _) {
            all.append("\n\n[").append(file).append(" could not be read]");
            return true;
        }
    }
}
