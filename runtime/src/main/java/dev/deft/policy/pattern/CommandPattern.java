package dev.deft.policy.pattern;

import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A pattern for one simple command, matched word by word. A last `*` stands for any further words,
/// also none; a lone `*` for any command.
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

    /// Whether a pattern fits: words that are not known may leave it open.
    public enum Match {
        NO,
        MAYBE,
        YES
    }

    /// Whether its first word may name a command. It is asked first, of every rule there is.
    ///
    /// @param spelled the first word of the command
    /// @param program what that comes to: `rm` for `/bin/rm`
    public boolean mayMatch(String spelled, String program) {
        return words.isEmpty()
                || words.getFirst().matches(spelled)
                || words.getFirst().matches(program);
    }

    public boolean isAny() {
        return open && words.isEmpty();
    }

    /// Whether the pattern spells out this word of a command itself.
    public boolean isLiteral(int word) {
        return word >= 0 && word < words.size() && words.get(word).isLiteral();
    }

    public Match match(SimpleCommand command) {
        return match(command.words(), command.words().stream().limit(1).findFirst());
    }

    /// As a prohibition sees it: `/bin/rm` is `rm`.
    public Match matchByProgram(SimpleCommand command) {
        Match spelled = match(command);
        return spelled == Match.YES
                ? spelled
                : match(command.words(), command.program().map(Word::of));
    }

    private Match match(List<Word> command, Optional<Word> name) {
        Match fit = Match.YES;
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
            fit = one == Match.MAYBE ? one : fit;
        }
        if (open || command.size() == words.size()) {
            return fit;
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
        String fixed = pattern.literalPrefix();
        String prefix = word.prefix();
        return fixed.startsWith(prefix) || prefix.startsWith(fixed) ? Match.MAYBE : Match.NO;
    }
}
