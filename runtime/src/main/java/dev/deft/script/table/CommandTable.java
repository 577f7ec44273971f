package dev.deft.script.table;

import dev.deft.script.command.SimpleCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// What is known about commands: `commands.txt`, read when the first script is, and a table for
/// each program, read when the first script names it.
public final class CommandTable {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]*");

    private static final Pattern VERSION = Pattern.compile("(?<=[a-z])[0-9.]+$");

    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9:_-]*");

    private final Map<String, String> same = new HashMap<>();
    private final Map<String, ProgramUsage> small = new HashMap<>();
    private final Map<String, ProgramTable> tables = new ConcurrentHashMap<>();

    private CommandTable(String text) {
        for (String line : text.split("\n", -1)) {
            if (!line.isEmpty() && line.charAt(0) != '#') {
                line(line);
            }
        }
    }

    /// The table that comes with Deft.
    public static CommandTable standard() {
        return Standard.TABLE;
    }

    private void line(String line) {
        int colon = line.indexOf(": ");
        List<String> key = List.of(line.substring(0, colon).split(" ", -1));
        for (String word : line.substring(colon + 2).split(" ", -1)) {
            switch (key.getFirst()) {
                case "same" -> same.put(word, key.getLast());
                case "reads" -> small.put(word, reader());
                case "names" -> small.put(word, named(key.getLast()));
                default -> throw new IllegalStateException("commands.txt: " + line);
            }
        }
    }

    private static ProgramUsage reader() {
        var reader = new ProgramUsage("");
        reader.add(List.of("any"));
        return reader;
    }

    /// A program without a table, of whose name more than one word is part.
    private static ProgramUsage named(String words) {
        var named = new ProgramUsage("");
        named.add(List.of("words", words));
        named.add(List.of("open"));
        return named;
    }

    /// The name its table has: `gradle` for `gradlew`, `python` for `python3.13`.
    String canonical(String program) {
        String name = same.getOrDefault(program, program);
        if (small.containsKey(name) || table(name).isPresent()) {
            return name;
        }
        String versionless = VERSION.matcher(name).replaceFirst("");
        String plain = same.getOrDefault(versionless, versionless);
        return table(plain).isPresent() ? plain : program;
    }

    /// How a program is called, by the name its table has.
    ProgramUsage usage(String program) {
        ProgramUsage known = small.get(program);
        return known != null ? known : section(program).orElse(ProgramUsage.UNKNOWN);
    }

    /// How a sub-command is called, if it is known.
    ///
    /// @param path a program and the sub-commands up to this one
    Optional<ProgramUsage> section(String path) {
        return table(first(path)).flatMap(it -> it.usage(path));
    }

    /// Whether the first operand of a command is a sub-command.
    boolean branches(String path) {
        return table(first(path)).filter(it -> it.branches(path)).isPresent();
    }

    private static String first(String path) {
        int blank = path.indexOf(' ');
        return blank < 0 ? path : path.substring(0, blank);
    }

    /// The table of a program, if it has one.
    Optional<ProgramTable> table(String name) {
        ProgramTable known = tables.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        Optional<ProgramTable> table = text("programs/" + name + ".txt").map(ProgramTable::new);
        table.ifPresent(it -> tables.putIfAbsent(name, it));
        return table;
    }

    public boolean wraps(String name) {
        return !usage(canonical(name)).wrap().isEmpty();
    }

    /// How many words make up the name of what a command does: two for `git status`.
    public int nameWords(SimpleCommand command) {
        Optional<String> program = command.program();
        if (program.isEmpty()) {
            return 0;
        }
        String path = canonical(program.get());
        int depth = depth(path, 1);
        int words = 1;
        while (words <= depth && words < command.words().size()) {
            Optional<String> word =
                    command.words().get(words).constant().filter(it -> WORD.matcher(it).matches());
            if (word.isEmpty()) {
                return words;
            }
            words++;
            path += " " + word.get();
            depth = Math.max(depth, depth(path, words));
        }
        return words;
    }

    private int depth(String path, int words) {
        int own =
                words == 1 ? usage(path).depth() : section(path).map(ProgramUsage::depth).orElse(0);
        return branches(path) ? Math.max(own, words) : own;
    }

    /// Whether the command does nothing but read, so that any further words are harmless.
    public boolean readsOnly(SimpleCommand command) {
        return command.program().isPresent() && ProgramArguments.of(this, command).usage().any();
    }

    /// What makes this call write, execute or reach out although the plain command does not.
    public List<Twist> twists(SimpleCommand command) {
        return new DangerousOptions(this, command).all();
    }

    /// Something that makes more of a command than its name says.
    ///
    /// @param word its place among the words, or -1 where it is none of them
    /// @param goal whether it is one more goal beside the one that names what is done
    public record Twist(int word, String why, boolean goal) {}

    private static Optional<String> text(String resource) {
        try (InputStream in = CommandTable.class.getResourceAsStream(resource)) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Standard {

        private static final CommandTable TABLE =
                new CommandTable(text("commands.txt").orElseThrow());
    }
}
