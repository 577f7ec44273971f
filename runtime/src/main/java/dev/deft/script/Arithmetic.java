package dev.deft.script;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the variables an expression evaluates. Their values are expressions too, and an expression
/// may run commands: `a[$(id)]`.
final class Arithmetic {

    private static final Pattern NAME = Pattern.compile("(?<![0-9A-Za-z_#])[A-Za-z_][A-Za-z0-9_]*");

    private static final Pattern NUMBER =
            Pattern.compile("\\$\\(\\(.*\\)\\)|\\$\\{#[^}]*}|\\$[#?!$]|\\$\\[.*]", Pattern.DOTALL);

    private Arithmetic() {}

    static void names(String expression, Reading reading) {
        Matcher matcher = NAME.matcher(expression);
        while (matcher.find()) {
            reading.calculated(matcher.group());
            if (CommandTable.standard().steers(matcher.group())) {
                reading.doubt(matcher.group() + " in an expression may change what runs");
            }
        }
    }

    /// Whether a word becomes a number whatever happens.
    static boolean isNumber(Word word) {
        return word.parts().stream()
                .allMatch(it ->
                        switch (it) {
                            case Word.Part.Text(String text) -> text.matches("[0-9]*");
                            case Word.Part.Unknown(String source) ->
                                    NUMBER.matcher(source).matches();
                        });
    }
}
