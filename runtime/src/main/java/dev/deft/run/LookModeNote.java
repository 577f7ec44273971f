package dev.deft.run;

import java.util.List;
import java.util.stream.Collectors;

/// What a model is told when a command needed more than look mode gave it.
final class LookModeNote {

    private static final int MOST_RULES = 3;

    private static final String LOOKED =
            "This ran in look mode, where nothing can be written, reached or signalled";

    static final String REJECTED =
            LOOKED + "; the user was asked to let it run in full and said no.";

    private LookModeNote() {}

    /// @param rules what would let it run in full
    static String of(List<String> rules) {
        if (rules.isEmpty()) {
            return LOOKED + "; if it needs that, say so: the user can run it.";
        }
        String named =
                rules.stream()
                        .limit(MOST_RULES)
                        .map(it -> "`" + it + "`")
                        .collect(Collectors.joining(", "));
        int more = rules.size() - MOST_RULES;
        return "%s; if it needs that, say so: %s%s would let it run, as --allow of deft run or in a policy."
                .formatted(LOOKED, named, more > 0 ? " and " + more + " more" : "");
    }
}
