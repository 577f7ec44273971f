package dev.deft.script.table;

import dev.deft.resource.Resources;
import dev.deft.script.command.SimpleCommand;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// The table of commands: `commands.txt`, loaded with the first script, and a table for each
/// program, loaded when a script first names it.
public final class CommandTable {

    private static final Pattern VERSION = Pattern.compile("(?<=[a-z])[0-9.]+$");

    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9:_-]*");

    private final Map<String, String> aliases = new HashMap<>();
    private final Map<String, ProgramUsage> simple = new HashMap<>();
    private final Map<String, ProgramTable> tables = new ConcurrentHashMap<>();

    /// The programs that have a table. A resource that does not exist is looked for in every jar of
    /// the class path, and the first such look opens them all.
    private final Set<String> listed = new HashSet<>();

    private CommandTable(String text) {
        for (String line : text.split("\n", -1)) {
            if (!line.isEmpty() && line.charAt(0) != '#') {
                line(line);
            }
        }
    }

    /// The table of this version of Deft.
    public static CommandTable standard() {
        return Standard.TABLE;
    }

    private void line(String line) {
        int colon = line.indexOf(": ");
        List<String> key = List.of(line.substring(0, colon).split(" ", -1));
        for (String word : line.substring(colon + 2).split(" ", -1)) {
            switch (key.getFirst()) {
                case "alias" -> aliases.put(word, key.getLast());
                case "harmless" -> simple.put(word, readOnly());
                case "name-words" -> simple.put(word, named(key.getLast()));
                case "table" -> listed.add(word);
                default -> throw new IllegalStateException("commands.txt: " + line);
            }
        }
    }

    private static ProgramUsage readOnly() {
        var reader = new ProgramUsage("");
        reader.add(List.of("harmless"));
        return reader;
    }

    /// A program without a table, whose name has several words.
    private static ProgramUsage named(String words) {
        var named = new ProgramUsage("");
        named.add(List.of("name-words", words));
        named.add(List.of("open-options"));
        return named;
    }

    /// The name of its table: `gradle` for `gradlew`, `python` for `python3.13`.
    String canonical(String program) {
        String name = aliases.getOrDefault(program, program);
        if (simple.containsKey(name) || table(name).isPresent()) {
            return name;
        }
        String versionless = VERSION.matcher(name).replaceFirst("");
        String plain = aliases.getOrDefault(versionless, versionless);
        return table(plain).isPresent() ? plain : program;
    }

    /// The usage of a program, by the name of its table.
    ProgramUsage usage(String program) {
        ProgramUsage known = simple.get(program);
        return known != null ? known : section(program).orElse(ProgramUsage.UNKNOWN);
    }

    /// The usage of a program or sub-command, if there is one.
    ///
    /// @param path the program and its sub-commands, separated by blanks
    Optional<ProgramUsage> section(String path) {
        return table(first(path)).flatMap(it -> it.usage(path));
    }

    /// Whether a program or sub-command has sub-commands.
    boolean hasSubcommands(String path) {
        return table(first(path)).filter(it -> it.hasSubcommands(path)).isPresent();
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
        if (!listed.contains(name)) {
            return Optional.empty();
        }
        var table =
                new ProgramTable(Resources.text(CommandTable.class, "programs/" + name + ".txt"));
        tables.putIfAbsent(name, table);
        return Optional.of(table);
    }

    public boolean wraps(String name) {
        return !usage(canonical(name)).wrap().isEmpty();
    }

    /// How many words name what a command does: two for `git status`.
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
        return hasSubcommands(path) ? Math.max(own, words) : own;
    }

    /// Whether the command only reads, whatever its arguments are.
    public boolean readsOnly(SimpleCommand command) {
        return command.program().isPresent()
                && ProgramArguments.of(this, command).usage().harmless();
    }

    /// Options and variables that make a command write, execute or connect although the plain
    /// command does not.
    public List<DangerousOption> dangerousOptions(SimpleCommand command) {
        return new DangerousOptions(this, command).all();
    }

    /// An option, operand or variable that changes what a command does.
    ///
    /// @param word its index among the words, or -1
    /// @param goal whether it is a further goal of a build tool
    public record DangerousOption(int word, String reason, boolean goal) {}

    private static final class Standard {

        private static final CommandTable TABLE =
                new CommandTable(Resources.text(CommandTable.class, "commands.txt"));
    }
}
