package dev.deft.script.command;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// One word of a command, as far as it can be known before it runs.
///
/// @param count how many words bash makes of it
public record Word(List<Part> parts, Count count) {

    /// What `$?`, `$#` and their like become: digits, or nothing.
    private static final Pattern DIGITS = Pattern.compile("\\$[?#$!]|\\$\\{#[^}]*}");

    /// What an expansion has to be to yield a number whatever happens.
    private static final Pattern NUMBER =
            Pattern.compile(
                    "\\$\\(\\(.*\\)\\)|\\$\\{#([A-Za-z_][A-Za-z0-9_]*(\\[[@*]])?|[@*#0-9])?}|\\$[#?!$]|\\$\\[.*]",
                    Pattern.DOTALL);

    public Word {
        parts = List.copyOf(parts);
    }

    /// How many words bash makes of one that is written.
    public enum Count {
        /// Exactly one.
        ONE,
        /// Any number, each with the same known beginning: file names of a pattern, `a{b,c}`.
        EACH,
        /// Any number of any words, also none. Only the first has the known beginning.
        ANY
    }

    /// A piece of a word.
    public sealed interface Part {

        /// What it is, quotes already taken off.
        record Text(String text) implements Part {}

        /// What only the run will tell.
        ///
        /// @param source as it is written in the script, such as `$HOME` or `*`
        record Unknown(String source) implements Part {}
    }

    public static Word of(String text) {
        return new Word(List.of(new Part.Text(text)), Count.ONE);
    }

    /// Exactly one word, whatever it says.
    public static Word unknown(String source) {
        return new Word(List.of(new Part.Unknown(source)), Count.ONE);
    }

    /// Any words.
    public static Word anything(String source) {
        return new Word(List.of(new Part.Unknown(source)), Count.ANY);
    }

    /// Whether it may become any number of words, also none.
    public boolean splits() {
        return count != Count.ONE;
    }

    /// The word, if it is known and only one.
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

    /// What the word begins with for certain, and where it is several, the first of them.
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

    /// Whether a program could take it, or one of the words it becomes, for an option.
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

    /// Whether it, or one of the words it becomes, could be exactly this option or name.
    public boolean mayBe(String text) {
        if (count == Count.ANY) {
            return true;
        }
        String known = prefix();
        return isKnown()
                ? known.equals(text)
                : text.startsWith(known) && !(known.isEmpty() && beginsHarmlessly());
    }

    /// Whether it becomes a number whatever happens.
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

    /// As people would write it; unknown pieces as they stand in the script.
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
