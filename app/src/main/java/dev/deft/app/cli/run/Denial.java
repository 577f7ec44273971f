package dev.deft.app.cli.run;

import dev.deft.output.TerminalText;
import dev.deft.run.Approver;
import java.util.List;
import java.util.stream.Collectors;

/// Describes a denied call in one line: why, and which option would allow it.
final class Denial {

    private static final int MOST_RULES = 3;

    private Denial() {}

    static String line(Approver.Request request) {
        String why = String.join(" ", request.reasons());
        String line = "denied: " + why + advice(request.rules());
        return TerminalText.decide(line.replaceAll("\\s+", " ").strip());
    }

    /// Some calls cannot be allowed by a rule, such as repeated ones.
    private static String advice(List<String> rules) {
        if (rules.isEmpty()) {
            return "";
        }
        String options =
                rules.stream()
                        .limit(MOST_RULES)
                        .map(it -> AllowOptions.ALLOW.name() + " " + quoted(bare(it)))
                        .collect(Collectors.joining(" "));
        int more = rules.size() - MOST_RULES;
        return " Allow it with " + options + (more > 0 ? " and " + more + " more." : ".");
    }

    /// Without `allow`, which is the default.
    private static String bare(String rule) {
        return rule.startsWith("allow ") ? rule.substring("allow ".length()) : rule;
    }

    /// Quoted for a shell.
    private static String quoted(String word) {
        boolean plain = word.chars().noneMatch(it -> "\"$`\\!".indexOf(it) >= 0);
        return plain ? "\"" + word + "\"" : "'" + word.replace("'", "'\\''") + "'";
    }
}
