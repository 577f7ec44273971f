package dev.deft.guard;

import dev.deft.host.ErrorCode;
import dev.deft.policy.ToolLimits;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Limits the number of calls of a session, in total and by tool. A tool is counted by its id, so
/// all its names in a dialect count together.
///
/// Only calls that start to run are counted: not those that a gate or a person denied, and not
/// those that are only explained. The counts are in memory: a session that is reopened starts at
/// zero.
public final class CallQuota implements Gate {

    private final ToolLimits limits;
    private final Map<String, Integer> calls = new HashMap<>();
    private int total;

    public CallQuota(ToolLimits limits) {
        this.limits = limits;
    }

    @Override
    public String name() {
        return "limits";
    }

    @Override
    public synchronized Verdict judge(PreparedCall<?> call) {
        Optional<Verdict.Deny> reached = reached(call.toolId());
        return reached.isPresent()
                ? reached.get()
                : new Verdict.Allow("Within the call limits of this session.");
    }

    /// The call was counted when it ran in look mode.
    @Override
    public Verdict judgeAgain(PreparedCall<?> call) {
        return new Verdict.Allow("The call was already counted.");
    }

    @Override
    public synchronized Optional<Verdict.Deny> admit(PreparedCall<?> call) {
        String id = call.toolId();
        Optional<Verdict.Deny> reached = reached(id);
        if (reached.isEmpty()) {
            total++;
            calls.put(id, calls.getOrDefault(id, 0) + 1);
        }
        return reached;
    }

    private Optional<Verdict.Deny> reached(String id) {
        OptionalInt own = limits.calls(id);
        if (own.isPresent() && calls.getOrDefault(id, 0) >= own.getAsInt()) {
            return denied(
                    "`%s` has been called %s in this session, as often as limits.tools.%s.calls allows; do it another way, or tell the user what is left to do."
                            .formatted(id, times(own.getAsInt()), id));
        }
        OptionalInt all = limits.calls();
        if (all.isPresent() && total >= all.getAsInt()) {
            return denied(
                    "This session has called tools %s, as often as limits.calls allows; finish with what you have, and tell the user what is left to do."
                            .formatted(times(all.getAsInt())));
        }
        return Optional.empty();
    }

    private static String times(int count) {
        return count == 1 ? "once" : count + " times";
    }

    private static Optional<Verdict.Deny> denied(String why) {
        return Optional.of(new Verdict.Deny(ErrorCode.LIMIT_REACHED, why));
    }
}
