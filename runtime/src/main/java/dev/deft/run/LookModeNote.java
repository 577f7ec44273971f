package dev.deft.run;

import dev.deft.tool.ToolResult.Failure;
import java.util.List;
import java.util.stream.Collectors;

/// Tells the model that a command probably failed because of look mode.
final class LookModeNote {

    private static final int MAX_RULES = 3;

    private static final String LOOK_MODE =
            "This ran in look mode, where nothing can be written, reached or signalled";

    static final String REJECTED =
            LOOK_MODE + "; the user was asked to let it run in full and said no.";

    private LookModeNote() {}

    /// @param why a gate denies full mode
    static String denied(Failure why) {
        return LOOK_MODE + "; full mode is denied: " + why.message();
    }

    /// @param rules that would allow full mode
    static String of(List<String> rules) {
        if (rules.isEmpty()) {
            return LOOK_MODE + "; if it needs that, say so: the user can run it.";
        }
        String named =
                rules.stream()
                        .limit(MAX_RULES)
                        .map(it -> "`" + it + "`")
                        .collect(Collectors.joining(", "));
        int more = rules.size() - MAX_RULES;
        return "%s; if it needs that, say so: %s%s would let it run, as --allow of deft run or in a policy."
                .formatted(LOOK_MODE, named, more > 0 ? " and " + more + " more" : "");
    }
}
