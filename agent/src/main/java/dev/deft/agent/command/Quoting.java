package dev.deft.agent.command;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Puts arguments into a script as literal words.
///
/// An argument stands in single quotes, so it must not stand in other quotes: there, a part of it
/// could become a command. `"$1"` is one placeholder with its quotes.
final class Quoting {

    private static final Pattern PLACEHOLDER =
            Pattern.compile(
                    "\\\\.|\"\\$(?:ARGUMENTS|[1-9])\"|\\$ARGUMENTS\\b|\\$[1-9](?![0-9])|[\"']");

    private Quoting() {}

    static boolean takesArguments(String script) {
        return script.startsWith("!`")
                && Pattern.compile("\\$(?:ARGUMENTS\\b|[1-9])").matcher(script).find();
    }

    static String script(String template, Arguments arguments) throws CommandException {
        if (template.contains("$'") && takesArguments("!`" + template)) {
            throw new CommandException(
                    "In !`%s` an argument and $'…' stand together; write that text another way."
                            .formatted(template));
        }
        Matcher found = PLACEHOLDER.matcher(template);
        var script = new StringBuilder();
        char open = 0;
        int end = 0;
        while (found.find()) {
            String it = found.group();
            script.append(template, end, found.start());
            end = found.end();
            boolean argument = it.contains("$") && !it.startsWith("\\");
            if (argument && open != 0) {
                throw new CommandException(
                        "In !`%s` an argument stands inside quotes; write it outside of them, or as \"$1\"."
                                .formatted(template));
            }
            if (argument) {
                script.append(quoted(it.replace("\"", ""), it.startsWith("\""), arguments));
                continue;
            }
            if (it.equals("\"") || it.equals("'")) {
                open = open == 0 ? it.charAt(0) : open == it.charAt(0) ? 0 : open;
            } else if (open == '\'' && it.endsWith("'")) {
                open = 0;
            }
            script.append(it);
        }
        return script.append(template.substring(end)).toString();
    }

    private static String quoted(String placeholder, boolean oneWord, Arguments arguments)
            throws CommandException {
        if (!placeholder.equals("$ARGUMENTS")) {
            return quoted(arguments.word(placeholder.charAt(1) - '0'));
        }
        if (oneWord) {
            return quoted(arguments.all());
        }
        List<String> words = new ArrayList<>();
        for (String word : arguments.words()) {
            words.add(quoted(word));
        }
        return String.join(" ", words);
    }

    private static String quoted(String word) throws CommandException {
        if (word.chars().anyMatch(Character::isISOControl)) {
            throw new CommandException(
                    "An argument with line ends or control characters cannot be given to a"
                            + " program.");
        }
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
