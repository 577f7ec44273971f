package dev.deft.script;

import java.util.List;
import java.util.Optional;

/// One word of a command, as far as it can be known before it runs.
///
/// @param splits whether it may become any number of words, also none
public record Word(List<Part> parts, boolean splits) {

    public Word {
        parts = List.copyOf(parts);
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
        return new Word(List.of(new Part.Text(text)), false);
    }

    /// Exactly one word, whatever it says.
    public static Word unknown(String source) {
        return new Word(List.of(new Part.Unknown(source)), false);
    }

    /// Any words.
    public static Word anything(String source) {
        return new Word(List.of(new Part.Unknown(source)), true);
    }

    /// The word, if it is known and only one.
    public Optional<String> constant() {
        if (splits || !isKnown()) {
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

    /// What the word begins with for certain.
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

    /// Whether a program could take it for an option.
    public boolean mayBeOption() {
        String known = prefix();
        return known.isEmpty() ? !isKnown() || splits : known.startsWith("-");
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
