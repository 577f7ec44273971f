package dev.deft.app.interactive;

import java.util.ArrayList;
import java.util.Collections;
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

    /// A call that was quick tells no time.
    private static final Pattern TOOK = Pattern.compile("^([✓✗] .*?)(?: ·|  ) ?TIME$");

    private static final String SUB_AGENT = "✓ task ";

    private ScreenMask() {}

    /// The screen as a text without blanks at its end. In a line that had something to mask, two
    /// blanks stand for more, since what is masked had another length.
    static String of(List<String> screen) {
        return inOrder(screen.stream().map(ScreenMask::line).toList()).stream()
                .collect(Collectors.joining("\n"))
                .stripTrailing();
    }

    /// Sub-agents that work side by side end in any order.
    private static List<String> inOrder(List<String> lines) {
        List<String> ordered = new ArrayList<>(lines);
        for (int from = 0, to = 0; from < ordered.size(); from = to + 1) {
            to = from;
            while (to < ordered.size() && ordered.get(to).startsWith(SUB_AGENT)) {
                to++;
            }
            Collections.sort(ordered.subList(from, to));
        }
        return ordered;
    }

    private static String line(String line) {
        String masked = line;
        for (Map.Entry<Pattern, String> it : CHANGING.entrySet()) {
            masked = it.getKey().matcher(masked).replaceAll(it.getValue());
        }
        return masked.equals(line)
                ? line.stripTrailing()
                : TOOK.matcher(BLANKS.matcher(masked).replaceAll("  ").stripTrailing())
                        .replaceFirst("$1");
    }
}
