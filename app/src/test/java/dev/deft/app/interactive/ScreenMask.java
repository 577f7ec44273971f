package dev.deft.app.interactive;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Takes out of a screen what differs from run to run: times, amounts, ids, and the machine.
final class ScreenMask {

    private static final Map<Pattern, String> CHANGING =
            Map.of(
                    Pattern.compile("[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]"), "*",
                    Pattern.compile("\\b\\d+ m \\d+ s\\b|\\b\\d+(?:\\.\\d+)? m?s\\b"), "TIME",
                    Pattern.compile("\\b\\d+% context"), "N% context",
                    Pattern.compile("\\$\\d+(?:\\.\\d+)?"), "\\$N",
                    Pattern.compile("\\b[\\d.,]+k?(?= tokens\\b)"), "N",
                    Pattern.compile("\\b(?:bubblewrap|landlock|no sandbox)\\b"), "SANDBOX",
                    Pattern.compile("/\\S*/junit\\S*"), "PATH",
                    Pattern.compile("\\bses_[0-9A-Za-z_]+"), "SESSION");

    private static final Pattern BLANKS = Pattern.compile(" {2,}");

    private ScreenMask() {}

    /// The screen as a text without blanks at its end. In a line that had something to mask, two
    /// blanks stand for more, since what is masked had another length.
    static String of(List<String> screen) {
        return screen.stream()
                .map(ScreenMask::line)
                .collect(Collectors.joining("\n"))
                .stripTrailing();
    }

    private static String line(String line) {
        String masked = line;
        for (Map.Entry<Pattern, String> it : CHANGING.entrySet()) {
            masked = it.getKey().matcher(masked).replaceAll(it.getValue());
        }
        return masked.equals(line)
                ? line.stripTrailing()
                : BLANKS.matcher(masked).replaceAll("  ").stripTrailing();
    }
}
