package dev.deft.agent.context;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Puts files into instructions in place of lines such as `@docs/style.md`.
///
/// A path is relative to the file with the line and stays inside one directory, wherever links
/// lead: what a repository names must not show the model files of somebody else. Only `.md` and
/// `.txt` files are imported, each once, and not in code.
final class InstructionImports {

    /// How deep imports may be nested.
    static final int MAX_DEPTH = 5;

    private final Path area;
    private final Predicate<Path> readable;
    private final Consumer<String> notices;
    private final Set<Path> done = new HashSet<>();
    private final Deque<Path> open = new ArrayDeque<>();

    /// @param area where imported files must really be, a real path
    /// @param readable whether a file may be shown, by its real path
    /// @param notices receives what could not be imported
    InstructionImports(Path area, Predicate<Path> readable, Consumer<String> notices) {
        this.area = area;
        this.readable = readable;
        this.notices = notices;
    }

    /// The text of a file with its imports.
    String of(Path file, String text) {
        Path real = real(file).orElse(file);
        var all = new StringBuilder();
        open.push(real);
        try {
            var code = new CodeLines();
            for (String line : text.split("\\R", -1)) {
                boolean plain = code.isPlain(line);
                Optional<String> path = plain ? path(line) : Optional.empty();
                all.append(path.isPresent() ? imported(path.get(), file, line) : line).append('\n');
                if (all.length() > 2 * ProjectInstructions.MOST_CHARS) {
                    break;
                }
            }
        } finally {
            open.pop();
        }
        return all.toString();
    }

    /// The path of an import, which has the line for itself.
    private static Optional<String> path(String line) {
        String word = line.strip();
        boolean named =
                word.startsWith("@")
                        && word.length() > 1
                        && word.chars().noneMatch(Character::isWhitespace)
                        && (word.indexOf('/') > 0 || word.indexOf('.') > 0);
        return named ? Optional.of(word.substring(1)) : Optional.empty();
    }

    private String imported(String path, Path from, String line) {
        Optional<Path> found = resolved(path, from);
        if (found.isEmpty()) {
            return line;
        }
        Path file = found.get();
        if (open.contains(file)) {
            return refused(path, from, "it imports itself", line);
        }
        if (open.size() > MAX_DEPTH) {
            return refused(
                    path, from, "imports are nested at most %d deep".formatted(MAX_DEPTH), line);
        }
        if (!done.add(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(4 * ProjectInstructions.MOST_CHARS);
            return of(file, new String(bytes, StandardCharsets.UTF_8)).strip();
        } catch (IOException _) {
            return refused(path, from, "it cannot be read", line);
        }
    }

    /// The file of an import; empty if there is none that may be imported, which has been told.
    private Optional<Path> resolved(String path, Path from) {
        String name = path.toLowerCase(Locale.ROOT);
        if (!name.endsWith(".md") && !name.endsWith(".txt")) {
            return absent(path, from, "only .md and .txt files are");
        }
        Optional<Path> real;
        try {
            real = real(from.resolveSibling(path));
        } catch (InvalidPathException _) {
            return absent(path, from, "this is no path");
        }
        if (real.isEmpty() || !Files.isRegularFile(real.get())) {
            return absent(path, from, "there is no such file");
        }
        if (!real.get().startsWith(area)) {
            return absent(path, from, "it is outside " + area);
        }
        return readable.test(real.get()) ? real : absent(path, from, "a rule denies reading it");
    }

    private static Optional<Path> real(Path file) {
        try {
            return Optional.of(file.toRealPath());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private Optional<Path> absent(String path, Path from, String why) {
        String _ = refused(path, from, why, "");
        return Optional.empty();
    }

    private String refused(String path, Path from, String why, String line) {
        notices.accept("%s: @%s is not imported, since %s.".formatted(from, path, why));
        return line;
    }

    /// Knows which lines of Markdown are code.
    private static final class CodeLines {

        private String fence = "";
        private boolean span;

        /// Whether a line is outside code; lines must come in order.
        boolean isPlain(String line) {
            String text = line.strip();
            if (!fence.isEmpty()) {
                boolean ends =
                        text.startsWith(fence) && text.replace(fence.substring(0, 1), "").isEmpty();
                fence = ends ? "" : fence;
                return false;
            }
            if (text.startsWith("```") || text.startsWith("~~~")) {
                int length = 3;
                while (length < text.length() && text.charAt(length) == text.charAt(0)) {
                    length++;
                }
                fence = text.substring(0, length);
                return false;
            }
            boolean inside = span;
            long ticks = text.chars().filter(it -> it == '`').count();
            span = !text.isEmpty() && (span ^ (ticks % 2 == 1));
            return !inside && !line.startsWith("    ") && !line.startsWith("\t");
        }
    }
}
