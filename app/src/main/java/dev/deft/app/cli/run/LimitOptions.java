package dev.deft.app.cli.run;

import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Usage;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.policy.BudgetLimits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The options that limit a run: steps, money, tokens, calls and time.
record LimitOptions(ParsedArguments arguments) {

    static final CommandOption MAX_STEPS =
            CommandOption.taking(
                            "--max-steps",
                            "N",
                            "stop after N steps; a step is one model answer with its calls")
                    .or("--max-turns");
    static final CommandOption BUDGET =
            CommandOption.taking("--budget", "USD", "stop when the cost reaches about this much");

    static final CommandOption BUDGET_TOKENS =
            CommandOption.taking(
                    "--budget-tokens", "N", "stop when about N tokens are used, by sub-agents too");
    static final CommandOption BUDGET_CALLS =
            CommandOption.taking(
                    "--budget-calls", "N", "run at most N tool calls, those of sub-agents too");
    static final CommandOption BUDGET_SECONDS =
            CommandOption.taking(
                    "--budget-seconds", "N", "begin nothing new N seconds after the start");

    static final List<CommandOption> ALL =
            List.of(MAX_STEPS, BUDGET, BUDGET_TOKENS, BUDGET_CALLS, BUDGET_SECONDS);

    private static final int MOST_STEPS = 10_000;

    /// Checks them all.
    void check() throws UsageException {
        int _ = maxSteps(0);
        BudgetLimits _ = budget();
    }

    /// The settings of a run with the limits of the command line.
    ///
    /// @param priced whether the price of the model is known
    LoopSettings over(LoopSettings usual, boolean priced) throws UsageException {
        return usual.within(maxSteps(usual.maxSteps()), budget(priced).over(usual.budget()));
    }

    private int maxSteps(int otherwise) throws UsageException {
        Optional<String> given = arguments.value(MAX_STEPS.name());
        if (given.isEmpty()) {
            return otherwise;
        }
        try {
            int steps = Integer.parseInt(given.get());
            if (steps >= 1 && steps <= MOST_STEPS) {
                return steps;
            }
        } catch (NumberFormatException _) {
            // Handled below, with numbers out of range.
        }
        throw new UsageException(
                "--max-steps is a number from 1 to %d, not \"%s\""
                        .formatted(MOST_STEPS, given.get()));
    }

    private BudgetLimits budget(boolean priced) throws UsageException {
        BudgetLimits given = budget();
        if (given.usd().isPresent() && !priced) {
            throw new UsageException(
                    "--budget needs the price of the model, which is not known: set \"prices\" in"
                            + " agent.json");
        }
        return given;
    }

    private BudgetLimits budget() throws UsageException {
        return new BudgetLimits(
                dollars(),
                number(BUDGET_TOKENS, BudgetLimits.MOST_TOKENS),
                number(BUDGET_CALLS, BudgetLimits.MOST_CALLS),
                number(BUDGET_SECONDS, BudgetLimits.MOST_SECONDS));
    }

    private OptionalLong number(CommandOption option, long most) throws UsageException {
        Optional<String> given = arguments.value(option.name());
        if (given.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            long number = Long.parseLong(given.get());
            if (number >= 1 && number <= most) {
                return OptionalLong.of(number);
            }
        } catch (NumberFormatException _) {
            // Handled below, with numbers out of range.
        }
        throw new UsageException(
                "%s is a number from 1 to %d, not \"%s\""
                        .formatted(option.name(), most, given.get()));
    }

    private OptionalDouble dollars() throws UsageException {
        Optional<String> given = arguments.value(BUDGET.name());
        if (given.isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            double dollars = Double.parseDouble(given.get());
            if (dollars > 0 && dollars <= BudgetLimits.MOST_USD) {
                return OptionalDouble.of(dollars);
            }
        } catch (NumberFormatException _) {
            // Handled below, with numbers out of range.
        }
        throw new UsageException(
                "--budget is an amount in dollars such as 0.50, not \"%s\"".formatted(given.get()));
    }

    /// Warns that a budget has no effect without a price.
    static List<String> warnings(LoopSettings loop, ModelSettings model) {
        boolean priced = loop.price().apply(Usage.NONE).isPresent();
        return loop.budget().usd().isEmpty() || priced
                ? List.of()
                : List.of(
                        "budget.usd does not hold: what %s/%s costs is not known; set it under \"prices\" in the user's own agent.json"
                                .formatted(model.wire(), model.model()));
    }
}
