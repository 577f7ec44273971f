package dev.deft.tools.web.html;

import java.util.regex.Pattern;

/// Keeps text from being read as a heading, a list, a quote or a rule. Other characters stay as
/// they are: models read the text, and `snake_case` is easier to read without backslashes.
final class Escapes {

    private static final Pattern STRUCTURE =
            Pattern.compile(
                    "(?m)^(?=#{1,6}(?:\\s|$)|>|[-+*](?:\\s|$)|```|~~~|(?:-{3,}|={3,}|_{3,}|\\*{3,})\\s*$)");

    private static final Pattern NUMBERED = Pattern.compile("(?m)^(\\d{1,9})([.)])(?=\\s|$)");

    private Escapes() {}

    static String atStart(String block) {
        char first = block.charAt(0);
        boolean harmless = Character.isLetter(first) && block.indexOf('\n') < 0;
        if (harmless) {
            return block;
        }
        String escaped = STRUCTURE.matcher(block).replaceAll("\\\\");
        return NUMBERED.matcher(escaped).replaceAll("$1\\\\$2");
    }
}
