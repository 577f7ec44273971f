package dev.deft.agent.loop;

import java.util.ArrayList;
import java.util.List;

/// What the model is told about its budget.
///
/// @param left what is left of each limit that is near
record BudgetNotice(Level level, List<String> left) {

    static final BudgetNotice NONE = new BudgetNotice(Level.NONE, List.of());

    /// How near a limit is.
    enum Level {
        /// There is enough left.
        NONE,
        /// Most of it is used.
        NEAR,
        /// What is left may not be enough for another step.
        LAST
    }

    BudgetNotice {
        left = List.copyOf(left);
    }

    BudgetNotice and(BudgetNotice other) {
        List<String> all = new ArrayList<>(left);
        other.left.stream().filter(it -> !all.contains(it)).forEach(all::add);
        return new BudgetNotice(level.compareTo(other.level) >= 0 ? level : other.level, all);
    }

    String text() {
        String what = "[The budget of this run is nearly spent: " + String.join("; ", left) + ". ";
        return what
                + (level == Level.LAST
                        ? "This may be your last answer: make no further calls, sum up what you"
                                + " found and did, and say what is left to do.]"
                        : "Finish now: make only the calls you cannot do without, then answer and"
                                + " say what is left to do.]");
    }
}
