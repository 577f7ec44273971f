package dev.deft.policy;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/// What a run may use, together with all sessions it starts. A limit that is not set does not
/// apply.
///
/// @param usd the estimated cost in dollars; applies to models with a known price
/// @param tokens read and written, however they are paid for
/// @param calls of tools that started to run
/// @param seconds since the start of the run
public record BudgetLimits(
        OptionalDouble usd, OptionalLong tokens, OptionalLong calls, OptionalLong seconds) {

    /// The largest amount that can be set. `agent.schema.json` has the same bounds as this class.
    public static final double MOST_USD = 1_000_000;

    /// The largest number of tokens that can be set.
    public static final long MOST_TOKENS = 1_000_000_000_000L;

    /// The largest number of calls that can be set.
    public static final long MOST_CALLS = 1_000_000;

    /// The longest time that can be set: 30 days.
    public static final long MOST_SECONDS = 2_592_000;

    /// No limits.
    public static final BudgetLimits NONE =
            new BudgetLimits(
                    OptionalDouble.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty());

    /// A limit on the cost alone.
    public static BudgetLimits ofUsd(double dollars) {
        return NONE.withUsd(dollars);
    }

    /// Whether nothing is limited.
    public boolean isNone() {
        return usd.isEmpty() && tokens.isEmpty() && calls.isEmpty() && seconds.isEmpty();
    }

    /// The same with another limit on the cost.
    public BudgetLimits withUsd(double most) {
        return new BudgetLimits(OptionalDouble.of(most), tokens, calls, seconds);
    }

    /// The same with another limit on tokens.
    public BudgetLimits withTokens(long most) {
        return new BudgetLimits(usd, OptionalLong.of(most), calls, seconds);
    }

    /// The same with another limit on calls.
    public BudgetLimits withCalls(long most) {
        return new BudgetLimits(usd, tokens, OptionalLong.of(most), seconds);
    }

    /// The same with another limit on time.
    public BudgetLimits withSeconds(long most) {
        return new BudgetLimits(usd, tokens, calls, OptionalLong.of(most));
    }

    /// These limits where they are set, else the others.
    public BudgetLimits over(BudgetLimits others) {
        return new BudgetLimits(
                usd.isPresent() ? usd : others.usd,
                tokens.isPresent() ? tokens : others.tokens,
                calls.isPresent() ? calls : others.calls,
                seconds.isPresent() ? seconds : others.seconds);
    }
}
