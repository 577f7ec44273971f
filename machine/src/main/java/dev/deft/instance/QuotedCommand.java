package dev.deft.instance;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Writes the words of a command as a script, so that what is judged is what runs.
final class QuotedCommand {

    private static final Pattern PLAIN_COMMAND = Pattern.compile("[A-Za-z0-9_./+-]+");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    /// Words that begin a construct of the language where a command is expected.
    private static final Set<String> KEYWORDS =
            Set.of(
                    "if",
                    "then",
                    "else",
                    "elif",
                    "fi",
                    "case",
                    "esac",
                    "for",
                    "select",
                    "while",
                    "until",
                    "do",
                    "done",
                    "in",
                    "function",
                    "time",
                    "coproc");

    private QuotedCommand() {}

    /// The script that runs the words as one command.
    static String of(List<String> words) {
        String first = words.getFirst();
        boolean plain = PLAIN_COMMAND.matcher(first).matches() && !KEYWORDS.contains(first);
        return (plain ? first : quoted(first))
                + words.stream().skip(1).map(it -> " " + word(it)).collect(Collectors.joining());
    }

    /// The same with its variables as assignments before it.
    static String withVariables(Map<String, String> variables, List<String> words) {
        return new TreeMap<>(variables)
                        .entrySet().stream()
                                .map(it -> it.getKey() + "=" + word(it.getValue()) + " ")
                                .collect(Collectors.joining())
                + of(words);
    }

    private static String word(String text) {
        return PLAIN.matcher(text).matches() ? text : quoted(text);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
