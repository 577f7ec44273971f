package dev.deft.guard;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A pattern for one simple command, matched word by word. A last `*` stands for any further words,
/// also none; a lone `*` for any command.
final class CommandPattern {

    /// Words that mean themselves to every shell.
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z0-9_./:=,@%+-]+( +[A-Za-z0-9_./:=,@%+-]+)*");

    private final List<Pattern> words;
    private final boolean open;

    private CommandPattern(List<Pattern> words, boolean open) {
        this.words = words;
        this.open = open;
    }

    static CommandPattern of(String pattern) {
        List<String> words = List.of(pattern.strip().split("\\s+"));
        boolean open = words.getLast().equals("*");
        List<String> fixed = open ? words.subList(0, words.size() - 1) : words;
        return new CommandPattern(fixed.stream().map(CommandPattern::word).toList(), open);
    }

    private static Pattern word(String glob) {
        return Pattern.compile(
                Pattern.quote(glob).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q"),
                Pattern.DOTALL);
    }

    boolean matches(List<String> command) {
        if (open ? command.size() < words.size() : command.size() != words.size()) {
            return false;
        }
        for (int i = 0; i < words.size(); i++) {
            if (!words.get(i).matcher(command.get(i)).matches()) {
                return false;
            }
        }
        return true;
    }

    /// The words of a script that is one plain command; nothing when it may be more than that.
    static Optional<List<String>> plainWords(String script) {
        String stripped = script.strip();
        return PLAIN.matcher(stripped).matches() && !stripped.split(" ", 2)[0].contains("=")
                ? Optional.of(List.of(stripped.split(" +")))
                : Optional.empty();
    }
}
