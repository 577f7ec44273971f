package dev.deft.script.command;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A word of a command, as far as it is known before the script runs.
///
/// @param count how many words it expands to
public record Word(List<Part> parts, Count count) {

    /// Expansions that are digits or empty, such as `$?` and `$#`.
    private static final Pattern DIGITS = Pattern.compile("\\$[?#$!]|\\$\\{#[^}]*}");

    /// Expansions that always are a number.
    private static final Pattern NUMBER =
            Pattern.compile(
                    "\\$\\(\\(.*\\)\\)|\\$\\{#([A-Za-z_][A-Za-z0-9_]*(\\[[@*]])?|[@*#0-9])?}|\\$[#?!$]|\\$\\[.*]",
                    Pattern.DOTALL);

    public Word {
        parts = List.copyOf(parts);
    }

    /// How many words a written word expands to.
    public enum Count {
        /// Exactly one.
        ONE,
        /// Any number, each with the same known prefix: file names of a pattern, `a{b,c}`.
        EACH,
        /// Any number of any words, or none. Only the first has the known prefix.
        ANY
    }

    /// A part of a word.
    public sealed interface Part {

        /// Known text, without quotes.
        record Text(String text) implements Part {}

        /// An expansion whose value is known only at run time.
        ///
        /// @param source as written in the script, such as `$HOME` or `*`
        record Unknown(String source) implements Part {}
    }

    public static Word of(String text) {
        return new Word(List.of(new Part.Text(text)), Count.ONE);
    }

    /// Exactly one word of unknown value.
    public static Word unknown(String source) {
        return new Word(List.of(new Part.Unknown(source)), Count.ONE);
    }

    /// Any number of words of unknown value.
    public static Word anything(String source) {
        return new Word(List.of(new Part.Unknown(source)), Count.ANY);
    }

    /// Whether it may expand to no word or to several.
    public boolean splits() {
        return count != Count.ONE;
    }

    /// Its value, if that is known and one word.
    public Optional<String> constant() {
        if (splits() || !isKnown()) {
            return Optional.empty();
        }
        return Optional.of(prefix());
    }

    public boolean is(String text) {
        return constant().filter(text::equals).isPresent();
    }

    private boolean isKnown() {
        return parts.stream().allMatch(Part.Text.class::isInstance);
    }

    /// The known beginning of the word, or of the first of several.
    public String prefix() {
        var known = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Part.Text(String text) -> known.append(text);
                case Part.Unknown _ -> {
                    return known.toString();
                }
            }
        }
        return known.toString();
    }

    /// Whether it, or a word it expands to, could be an option.
    public boolean mayBeOption() {
        if (count == Count.ANY) {
            return true;
        }
        String known = prefix();
        return known.isEmpty() ? !isKnown() && !beginsHarmlessly() : known.startsWith("-");
    }

    /// A number that is never negative, or a home directory.
    private boolean beginsHarmlessly() {
        return parts.stream()
                .filter(Part.Unknown.class::isInstance)
                .map(Part.Unknown.class::cast)
                .findFirst()
                .filter(it -> it.source().startsWith("~") || DIGITS.matcher(it.source()).matches())
                .isPresent();
    }

    /// Whether it, or a word it expands to, could be exactly this text.
    public boolean mayBe(String text) {
        if (count == Count.ANY) {
            return true;
        }
        String known = prefix();
        return isKnown()
                ? known.equals(text)
                : text.startsWith(known) && !(known.isEmpty() && beginsHarmlessly());
    }

    /// Whether it always expands to a number.
    public boolean isNumber() {
        if (constant().isPresent()) {
            return constant().get().matches("[-+]?[0-9]*");
        }
        return parts.stream()
                .allMatch(it ->
                        switch (it) {
                            case Part.Text(String text) -> text.matches("[0-9]*");
                            case Part.Unknown(String source) -> NUMBER.matcher(source).matches();
                        });
    }

    /// Its text, with unknown parts as written in the script.
    public String display() {
        var text = new StringBuilder();
        for (Part part : parts) {
            text.append(
                    switch (part) {
                        case Part.Text(String known) -> known;
                        case Part.Unknown(String source) -> source;
                    });
        }
        return text.toString();
    }
}
