package dev.deft.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is known about commands: `commands.txt`, read when the first script is.
public final class CommandTable {

    private final Map<String, CommandFacts> facts = new HashMap<>();

    private CommandTable(String text) {
        text.lines()
                .map(String::strip)
                .filter(it -> !it.isEmpty() && !it.startsWith("#"))
                .forEach(this::line);
    }

    /// The table that comes with Deft.
    public static CommandTable standard() {
        return Standard.TABLE;
    }

    private void line(String line) {
        int colon = line.indexOf(": ");
        List<String> words = List.of(line.substring(colon + 2).strip().split("\\s+", -1));
        for (String name : line.substring(0, colon).split(",\\s*", -1)) {
            facts.computeIfAbsent(name, _ -> new CommandFacts()).add(words);
        }
    }

    CommandFacts of(String name) {
        return facts.getOrDefault(name, CommandFacts.NONE);
    }

    boolean wraps(String name) {
        return !of(name).wrap().isEmpty();
    }

    /// How many words make up the name of what a command does: two for `git status`.
    public int nameWords(SimpleCommand command) {
        Optional<String> program = command.program();
        if (program.isEmpty()) {
            return 0;
        }
        int depth = of(program.get()).depth();
        int words = 1;
        while (words <= depth
                && words < command.words().size()
                && command.words()
                        .get(words)
                        .constant()
                        .filter(it -> it.matches("[A-Za-z][A-Za-z0-9:_-]*"))
                        .isPresent()) {
            words++;
            if (words == 2) {
                depth =
                        Math.max(
                                depth,
                                of(program.get() + " " + command.words().get(1).display()).depth());
            }
        }
        return words;
    }

    /// Whether the command does nothing but read, so that any further words are harmless.
    public boolean readsOnly(SimpleCommand command) {
        int words = nameWords(command);
        if (words == 0) {
            return false;
        }
        String name = command.program().orElseThrow();
        if (words > 1) {
            name += " " + command.words().get(1).display();
        }
        return of(name).reads();
    }

    /// What makes this call write, execute or reach out although the plain command does not.
    public List<Twist> twists(SimpleCommand command) {
        return new Twists(this, command).all();
    }

    /// Something that makes more of a command than its name says.
    ///
    /// @param word its place among the words, or -1 where it is none of them
    public record Twist(int word, String why) {}

    private static final class Standard {

        private static final CommandTable TABLE = load();

        private static CommandTable load() {
            try (InputStream in = CommandTable.class.getResourceAsStream("commands.txt")) {
                if (in == null) {
                    throw new IllegalStateException("commands.txt is missing");
                }
                return new CommandTable(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
