package dev.deft.app.interactive;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Looks at each byte that the program wrote to the terminal: there is nothing but text and the few
/// escape sequences with which the program itself draws.
final class PrintedSequences {

    private static final String E = "\u001b";

    /// Styles, moves, erasing, the modes of the keyboard and the screen, the saved title.
    private static final Pattern OWN =
            Pattern.compile(
                    E
                            + "(?:7\u001b\\[9999;9999H\u001b\\[6n\u001b8)|"
                            + E
                            + "\\[(?:[0-9;]*m|\\d*[ABCJK]|\\d*;?\\d*H|\\?(?:7|25|1004|1049|2004|2026)[hl]"
                            + "|>1u|<1u|>4;[01]m|2[23];2t)");

    /// The title of the window and the notification, with words of the program.
    private static final Pattern TOLD =
            Pattern.compile(E + "\\](?:2|9);[^\\p{Cc}]*" + E + "\\\\|\u0007");

    /// Links, as streamed Markdown may have them.
    private static final Pattern LINK =
            Pattern.compile(E + "\\]8;[a-zA-Z0-9=:]*;[!-~]*" + E + "\\\\");

    private static final Pattern FOREIGN =
            Pattern.compile(
                    "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}&&[^\\n\\r]]"
                            + "|[\\x{E0000}-\\x{E0FFF}\\x{FE00}-\\x{FE0F}\\x{3164}\\x{034F}]");

    /// The beginning of a sequence whose end the program is about to write.
    private static final Pattern BEGUN = Pattern.compile(E + "(?:\\[[?>]?[0-9;]*)?\\z");

    private PrintedSequences() {}

    /// What is there beside, each with what stands around it.
    static List<String> foreign(String printed) {
        String left = BEGUN.matcher(printed).replaceFirst("");
        for (Pattern pattern : List.of(OWN, TOLD, LINK)) {
            left = pattern.matcher(left).replaceAll("");
        }
        List<String> found = new ArrayList<>();
        var foreign = FOREIGN.matcher(left);
        while (foreign.find()) {
            int from = Math.max(0, foreign.start() - 20);
            int to = Math.min(left.length(), foreign.end() + 20);
            found.add(
                    "U+%04X in %s"
                            .formatted(
                                    left.codePointAt(foreign.start()), left.substring(from, to)));
        }
        return found;
    }
}
