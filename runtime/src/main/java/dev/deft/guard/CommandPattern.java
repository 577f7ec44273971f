package dev.deft.guard;

import dev.deft.script.SimpleCommand;
import dev.deft.script.Word;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A pattern for one simple command, matched word by word. A last `*` stands for any further words,
/// also none; a lone `*` for any command.
final class CommandPattern {

    private final List<String> globs;
    private final List<Pattern> words;
    private final boolean open;

    private CommandPattern(List<String> globs, boolean open) {
        this.globs = globs;
        this.words = globs.stream().map(CommandPattern::word).toList();
        this.open = open;
    }

    static CommandPattern of(String pattern) {
        List<String> words = List.of(pattern.strip().split("\\s+"));
        boolean open = words.getLast().equals("*");
        return new CommandPattern(open ? words.subList(0, words.size() - 1) : words, open);
    }

    private static Pattern word(String glob) {
        return Pattern.compile(
                Pattern.quote(glob).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q"),
                Pattern.DOTALL);
    }

    /// Whether a pattern fits: words that are not known may leave it open.
    enum Fit {
        NO,
        MAYBE,
        YES
    }

    boolean isAny() {
        return open && words.isEmpty();
    }

    /// Whether the pattern spells out this word of a command itself.
    boolean names(int word) {
        return word >= 0 && word < globs.size() && !globs.get(word).matches(".*[*?].*");
    }

    Fit fit(SimpleCommand command) {
        return fit(command.words(), command.words().stream().limit(1).findFirst());
    }

    /// As a prohibition sees it: `/bin/rm` is `rm`.
    Fit fitByProgram(SimpleCommand command) {
        Fit spelled = fit(command);
        return spelled == Fit.YES ? spelled : fit(command.words(), command.program().map(Word::of));
    }

    private Fit fit(List<Word> command, Optional<Word> name) {
        Fit fit = Fit.YES;
        for (int i = 0; i < words.size(); i++) {
            if (i >= command.size()) {
                return Fit.NO;
            }
            Word word = i == 0 && name.isPresent() ? name.get() : command.get(i);
            if (word.splits()) {
                return Fit.MAYBE;
            }
            Fit one = fit(words.get(i), globs.get(i), word);
            if (one == Fit.NO) {
                return Fit.NO;
            }
            fit = one == Fit.MAYBE ? one : fit;
        }
        if (open || command.size() == words.size()) {
            return fit;
        }
        boolean mayVanish =
                command.subList(words.size(), command.size()).stream().allMatch(Word::splits);
        return mayVanish ? Fit.MAYBE : Fit.NO;
    }

    private static Fit fit(Pattern pattern, String glob, Word word) {
        Optional<String> known = word.constant();
        if (known.isPresent()) {
            return pattern.matcher(known.get()).matches() ? Fit.YES : Fit.NO;
        }
        if (glob.equals("*")) {
            return Fit.YES;
        }
        String fixed = glob.replaceFirst("(?s)[*?].*", "");
        String prefix = word.prefix();
        return fixed.startsWith(prefix) || prefix.startsWith(fixed) ? Fit.MAYBE : Fit.NO;
    }
}
