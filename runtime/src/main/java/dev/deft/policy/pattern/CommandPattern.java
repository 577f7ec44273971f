package dev.deft.policy.pattern;

import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A pattern for a simple command, matched word by word. A `*` at the end stands for any number of
/// further words, a lone `*` for any command.
public final class CommandPattern {

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final List<Wildcards> words;
    private final boolean open;

    private CommandPattern(List<String> globs, boolean open) {
        this.words = globs.stream().map(Wildcards::new).toList();
        this.open = open;
    }

    public static CommandPattern of(String pattern) {
        List<String> words = List.of(BLANKS.split(pattern.strip(), -1));
        boolean open = words.getLast().equals("*");
        return new CommandPattern(open ? words.subList(0, words.size() - 1) : words, open);
    }

    /// The result of a match. It is `MAYBE` if it depends on words that are not known.
    public enum Match {
        NO,
        MAYBE,
        YES
    }

    /// Whether its first word may match a command: a quick check for all rules.
    ///
    /// @param word the first word of the command
    /// @param program the program it runs: `rm` for `/bin/rm`
    public boolean mayMatch(String word, String program) {
        return words.isEmpty()
                || words.getFirst().matches(word)
                || words.getFirst().matches(program);
    }

    public boolean isAny() {
        return open && words.isEmpty();
    }

    /// Whether the pattern has this word literally.
    public boolean isLiteral(int word) {
        return word >= 0 && word < words.size() && words.get(word).isLiteral();
    }

    public Match match(SimpleCommand command) {
        return match(command.words(), command.words().stream().limit(1).findFirst());
    }

    /// The match of a deny rule, for which `/bin/rm` is `rm`.
    public Match matchByProgram(SimpleCommand command) {
        Match literal = match(command);
        return literal == Match.YES
                ? literal
                : match(command.words(), command.program().map(Word::of));
    }

    private Match match(List<Word> command, Optional<Word> name) {
        Match result = Match.YES;
        for (int i = 0; i < words.size(); i++) {
            if (i >= command.size()) {
                return Match.NO;
            }
            Word word = i == 0 && name.isPresent() ? name.get() : command.get(i);
            if (word.splits()) {
                return Match.MAYBE;
            }
            Match one = match(words.get(i), word);
            if (one == Match.NO) {
                return Match.NO;
            }
            result = one == Match.MAYBE ? one : result;
        }
        if (open || command.size() == words.size()) {
            return result;
        }
        boolean mayVanish =
                command.subList(words.size(), command.size()).stream().allMatch(Word::splits);
        return mayVanish ? Match.MAYBE : Match.NO;
    }

    private static Match match(Wildcards pattern, Word word) {
        Optional<String> known = word.constant();
        if (known.isPresent()) {
            return pattern.matches(known.get()) ? Match.YES : Match.NO;
        }
        if (pattern.text().equals("*")) {
            return Match.YES;
        }
        String literal = pattern.literalPrefix();
        String prefix = word.prefix();
        return literal.startsWith(prefix) || prefix.startsWith(literal) ? Match.MAYBE : Match.NO;
    }
}
