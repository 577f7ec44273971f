package dev.deft.agent.definition;

import dev.deft.policy.BudgetLimits;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The limits that a definition sets for a run of its agent; absent ones are not set.
///
/// @param maxSteps the most steps of one turn
/// @param budget what a run may use, with all agents it starts
public record AgentLimits(OptionalInt maxSteps, BudgetLimits budget) {

    /// No limits.
    public static final AgentLimits NONE = new AgentLimits(OptionalInt.empty(), BudgetLimits.NONE);

    /// The lower one of each limit.
    public AgentLimits lowered(AgentLimits by) {
        return new AgentLimits(
                least(maxSteps, by.maxSteps),
                new BudgetLimits(
                        least(budget.usd(), by.budget.usd()),
                        least(budget.tokens(), by.budget.tokens()),
                        least(budget.calls(), by.budget.calls()),
                        least(budget.seconds(), by.budget.seconds())));
    }

    private static OptionalInt least(OptionalInt a, OptionalInt b) {
        return a.isEmpty() || (b.isPresent() && b.getAsInt() < a.getAsInt()) ? b : a;
    }

    private static OptionalLong least(OptionalLong a, OptionalLong b) {
        return a.isEmpty() || (b.isPresent() && b.getAsLong() < a.getAsLong()) ? b : a;
    }

    private static OptionalDouble least(OptionalDouble a, OptionalDouble b) {
        return a.isEmpty() || (b.isPresent() && b.getAsDouble() < a.getAsDouble()) ? b : a;
    }
}
