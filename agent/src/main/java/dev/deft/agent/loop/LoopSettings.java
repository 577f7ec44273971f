package dev.deft.agent.loop;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.policy.BudgetLimits;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// The limits of a run.
///
/// @param agent the name of the agent, for listeners
/// @param maxSteps the most steps of one turn
/// @param budget what a run may use, together with all sessions it starts
/// @param price what a request costs, where that is known
/// @param reflection whether the agent decides after a run what to remember; empty means as the
///   dialect has it
/// @param titles whether sessions are named
/// @param answer the schema that the last answer of a run must fit, if any
public record LoopSettings(
        String agent,
        int maxSteps,
        ContextLimits context,
        Prompt.Sampling sampling,
        BudgetLimits budget,
        Function<Usage, OptionalDouble> price,
        Optional<Boolean> reflection,
        Titles titles,
        Optional<AnswerSchema> answer) {

    /// Whether sessions are named after their first message, where somebody takes part.
    ///
    /// @param model that is asked; empty for that of the session
    public record Titles(boolean wanted, Optional<String> model) {

        /// Sessions keep their first message as their name.
        public static final Titles NONE = new Titles(false, Optional.empty());
    }

    /// The default of `maxSteps`.
    public static final int MAX_STEPS = 50;

    /// Settings for answers of any form.
    public LoopSettings(
            String agent,
            int maxSteps,
            ContextLimits context,
            Prompt.Sampling sampling,
            BudgetLimits budget,
            Function<Usage, OptionalDouble> price,
            Optional<Boolean> reflection,
            Titles titles) {
        this(
                agent,
                maxSteps,
                context,
                sampling,
                budget,
                price,
                reflection,
                titles,
                Optional.empty());
    }

    /// Settings that leave reflection to the dialect.
    public LoopSettings(
            String agent,
            int maxSteps,
            ContextLimits context,
            Prompt.Sampling sampling,
            BudgetLimits budget,
            Function<Usage, OptionalDouble> price) {
        this(agent, maxSteps, context, sampling, budget, price, Optional.empty(), Titles.NONE);
    }

    /// Settings without a budget and with the default sampling of the model.
    public static LoopSettings free(String agent, int maxSteps, ContextLimits context) {
        return new LoopSettings(
                agent,
                maxSteps,
                context,
                Prompt.Sampling.UNSET,
                BudgetLimits.NONE,
                _ -> OptionalDouble.of(0));
    }

    /// The same limits for an agent of another name.
    public LoopSettings named(String other) {
        return new LoopSettings(
                other, maxSteps, context, sampling, budget, price, reflection, titles, answer);
    }

    /// The same with another limit on steps and another budget.
    public LoopSettings within(int otherMaxSteps, BudgetLimits otherBudget) {
        return new LoopSettings(
                agent,
                otherMaxSteps,
                context,
                sampling,
                otherBudget,
                price,
                reflection,
                titles,
                answer);
    }

    /// The same with reflection turned on or off.
    public LoopSettings reflecting(boolean on) {
        return new LoopSettings(
                agent, maxSteps, context, sampling, budget, price, Optional.of(on), titles, answer);
    }

    /// The same with another choice about titles.
    public LoopSettings titled(Titles other) {
        return new LoopSettings(
                agent, maxSteps, context, sampling, budget, price, reflection, other, answer);
    }

    /// The same with another schema for the last answer of a run; empty for answers of any form.
    public LoopSettings answering(Optional<AnswerSchema> schema) {
        return new LoopSettings(
                agent, maxSteps, context, sampling, budget, price, reflection, titles, schema);
    }
}
