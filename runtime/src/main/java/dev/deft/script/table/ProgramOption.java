package dev.deft.script.table;

import java.util.Optional;
import java.util.regex.Pattern;

/// An option of a program.
///
/// @param values how many words it takes if no value is attached
/// @param allowed pattern of harmless values
record ProgramOption(String name, int values, Form form, Effect effect, Optional<Pattern> allowed) {

    /// Where an option has its value.
    enum Form {
        /// Attached, or in a fixed number of words.
        FIXED,
        /// Attached or absent.
        OPTIONAL,
        /// Always attached.
        ATTACHED,
        /// All words up to `;` or `{} +`.
        UNTIL,
        /// The next word, which ends the options.
        LAST
    }

    /// What an option does to a command.
    enum Effect {
        PLAIN("is harmless"),
        WRITES("writes a file"),
        RUNS("runs another program"),
        CONNECTS("connects to the network"),
        CONFIGURES("reads settings or a path from elsewhere"),
        CHANGES("does more than the plain command"),
        UNKNOWN("is not known to be harmless"),
        /// Its value is a script.
        SCRIPT("runs a script"),
        /// The program only prints information.
        QUERY("only prints information");

        private final String reason;

        Effect(String reason) {
            this.reason = reason;
        }

        String reason() {
            return reason;
        }

        boolean isDangerous() {
            return this != PLAIN && this != SCRIPT && this != QUERY;
        }
    }

    /// Parses an entry of a table: a name; `=` a value, `=2` two values, `==` an attached value,
    /// `=?` an optional attached value, `=;` all words up to `;`, `=$` a value that ends the
    /// options; then the pattern of harmless values in braces.
    static ProgramOption parse(String token, Effect effect) {
        int brace = token.indexOf('{');
        Optional<Pattern> allowed =
                brace < 0
                        ? Optional.empty()
                        : Optional.of(
                                Pattern.compile(
                                        token.substring(brace + 1, token.length() - 1),
                                        Pattern.DOTALL));
        String head = brace < 0 ? token : token.substring(0, brace);
        int equals = head.indexOf('=', 1);
        if (equals < 0 || head.endsWith("*")) {
            return new ProgramOption(head, 0, Form.FIXED, effect, allowed);
        }
        String name = head.substring(0, equals);
        String form = head.substring(equals + 1);
        return switch (form) {
            case "" -> new ProgramOption(name, 1, Form.FIXED, effect, allowed);
            case "=" -> new ProgramOption(name, 0, Form.ATTACHED, effect, allowed);
            case "?" -> new ProgramOption(name, 0, Form.OPTIONAL, effect, allowed);
            case ";" -> new ProgramOption(name, 1, Form.UNTIL, effect, allowed);
            case "$" -> new ProgramOption(name, 1, Form.LAST, effect, allowed);
            default -> new ProgramOption(name, Integer.parseInt(form), Form.FIXED, effect, allowed);
        };
    }

    boolean takesAttached() {
        return values > 0 || form == Form.OPTIONAL || form == Form.ATTACHED;
    }
}
