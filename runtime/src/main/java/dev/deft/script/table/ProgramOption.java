package dev.deft.script.table;

import java.util.Optional;
import java.util.regex.Pattern;

/// One option of a program, as its table has it.
///
/// @param values how many words it takes where no value is attached to it
/// @param allowed what its value must look like; any other is asked about
record ProgramOption(String name, int values, Form form, Effect effect, Optional<Pattern> allowed) {

    /// How far an option reaches.
    enum Form {
        /// It takes its values, and no more.
        USUAL,
        /// Its value can only be attached, and may be left out.
        OPTIONAL,
        /// Its value can only be attached, and must be there.
        ATTACHED,
        /// It takes all words up to `;` or `{} +`.
        UNTIL,
        /// It ends the options: what follows belongs to what it names.
        LAST
    }

    /// What an option does to a command.
    enum Effect {
        PLAIN("is harmless"),
        WRITES("writes a file"),
        RUNS("runs another program"),
        CONNECTS("reaches out"),
        OBEYS("takes settings or a place from elsewhere"),
        CHANGES("does more than the plain command"),
        ASKS("is not known to be harmless"),
        /// Its value is a script.
        SCRIPT("runs a script"),
        /// With it the program only tells something.
        QUERY("only tells something");

        private final String reason;

        Effect(String reason) {
            this.reason = reason;
        }

        String reason() {
            return reason;
        }

        boolean asks() {
            return this != PLAIN && this != SCRIPT && this != QUERY;
        }
    }

    /// From a table: a name; `=` a value, `=2` two of them, `==` one that must be attached, `=?`
    /// one that must be attached and may be left out, `=;` all words up to `;`, `=$` a value that
    /// ends the options; then what the value must look like, in braces.
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
            return new ProgramOption(head, 0, Form.USUAL, effect, allowed);
        }
        String name = head.substring(0, equals);
        String sign = head.substring(equals + 1);
        return switch (sign) {
            case "" -> new ProgramOption(name, 1, Form.USUAL, effect, allowed);
            case "=" -> new ProgramOption(name, 0, Form.ATTACHED, effect, allowed);
            case "?" -> new ProgramOption(name, 0, Form.OPTIONAL, effect, allowed);
            case ";" -> new ProgramOption(name, 1, Form.UNTIL, effect, allowed);
            case "$" -> new ProgramOption(name, 1, Form.LAST, effect, allowed);
            default -> new ProgramOption(name, Integer.parseInt(sign), Form.USUAL, effect, allowed);
        };
    }

    boolean takesAttached() {
        return values > 0 || form == Form.OPTIONAL || form == Form.ATTACHED;
    }
}
