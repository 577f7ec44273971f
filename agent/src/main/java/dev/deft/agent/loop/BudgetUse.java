package dev.deft.agent.loop;

import dev.deft.policy.BudgetLimits;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What was used of a budget.
///
/// @param largestTokens of one request
/// @param largestUsd of one request
record BudgetUse(
        long tokens, double usd, long calls, Duration time, long largestTokens, double largestUsd) {

    static final BudgetUse NONE = new BudgetUse(0, 0, 0, Duration.ZERO, 0, 0);

    /// At this share of a limit the model is told.
    static final double NEAR = 0.8;

    BudgetUse plus(long more, double dollars) {
        return new BudgetUse(
                tokens + more,
                usd + dollars,
                calls,
                time,
                Math.max(largestTokens, more),
                Math.max(largestUsd, dollars));
    }

    BudgetUse plusCall() {
        return new BudgetUse(tokens, usd, calls + 1, time, largestTokens, largestUsd);
    }

    BudgetUse after(Duration passed) {
        return new BudgetUse(tokens, usd, calls, passed, largestTokens, largestUsd);
    }

    /// The limit after which no request may follow, in a sentence. Calls are not among them: the
    /// model may still answer.
    Optional<String> reached(BudgetLimits limits) {
        return reached(limits, false);
    }

    Optional<String> callsReached(BudgetLimits limits) {
        return reached(limits, true);
    }

    private Optional<String> reached(BudgetLimits limits, boolean calls) {
        for (Kind it : kinds(limits)) {
            if (it.isCalls() == calls && it.used() >= it.limit()) {
                return Optional.of(it.reached());
            }
        }
        return Optional.empty();
    }

    BudgetNotice notice(BudgetLimits limits) {
        BudgetNotice notice = BudgetNotice.NONE;
        for (Kind it : kinds(limits)) {
            notice = notice.and(it.notice());
        }
        return notice;
    }

    private List<Kind> kinds(BudgetLimits limits) {
        if (limits.usd().isEmpty()
                && limits.tokens().isEmpty()
                && limits.calls().isEmpty()
                && limits.seconds().isEmpty()) {
            return List.of();
        }
        List<Kind> kinds = new ArrayList<>();
        limits.usd()
                .ifPresent(it ->
                        kinds.add(new Kind("budget.usd", "of $%s", usd, it, largestUsd, true)));
        limits.tokens()
                .ifPresent(it ->
                        kinds.add(
                                new Kind(
                                        "budget.tokens",
                                        it == 1 ? "of %s token" : "of %s tokens",
                                        tokens,
                                        it,
                                        largestTokens,
                                        false)));
        limits.calls()
                .ifPresent(it ->
                        kinds.add(
                                new Kind(
                                        Kind.CALLS,
                                        it == 1 ? "of %s tool call" : "of %s tool calls",
                                        calls,
                                        it,
                                        0,
                                        false)));
        limits.seconds()
                .ifPresent(it ->
                        kinds.add(
                                new Kind(
                                        "budget.seconds",
                                        it == 1 ? "of %s second" : "of %s seconds",
                                        time.toMillis() / 1000.0,
                                        it,
                                        0,
                                        false)));
        return kinds;
    }

    /// One kind of limit.
    ///
    /// @param words the limit in words, with a hole for the number
    /// @param step what the next step may need
    private record Kind(
            String key, String words, double used, double limit, double step, boolean money) {

        private static final String CALLS = "budget.calls";

        boolean isCalls() {
            return key.equals(CALLS);
        }

        String reached() {
            return "The budget %s of this run is spent (%s)."
                    .formatted(words.formatted(number(limit)), key);
        }

        BudgetNotice notice() {
            double left = Math.max(0, limit - used);
            boolean last = left < step || left <= 0;
            if (!last && used < NEAR * limit) {
                return BudgetNotice.NONE;
            }
            String what = "%s %s left".formatted(number(left), words.formatted(number(limit)));
            return new BudgetNotice(
                    last ? BudgetNotice.Level.LAST : BudgetNotice.Level.NEAR,
                    List.of(money ? "$" + what : what));
        }

        private String number(double value) {
            var format =
                    new DecimalFormat(
                            money ? "#,##0.00##" : "#,##0",
                            DecimalFormatSymbols.getInstance(Locale.ROOT));
            format.setRoundingMode(RoundingMode.DOWN);
            return format.format(value);
        }
    }
}
