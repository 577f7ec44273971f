package dev.deft.agent.loop;

import dev.deft.host.ErrorCode;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import java.util.Optional;

/// Refuses calls of a run whose budget is spent, and counts the others. Calls outside a run are not
/// counted.
public final class BudgetGate implements Gate {

    private final RunBudget budget;

    /// @param budget of the session
    public BudgetGate(RunBudget budget) {
        this.budget = budget;
    }

    @Override
    public String name() {
        return "budget";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) {
        Optional<Verdict.Deny> refused =
                budget.isRunning() ? denied(budget.callRefusal()) : Optional.empty();
        return refused.isPresent()
                ? refused.get()
                : new Verdict.Allow("Within the budget of this run.");
    }

    /// The call was counted when it ran in look mode.
    @Override
    public Verdict judgeAgain(PreparedCall<?> call) {
        return new Verdict.Allow("The call was already counted.");
    }

    @Override
    public Optional<Verdict.Deny> admit(PreparedCall<?> call) {
        return budget.isRunning() ? denied(budget.takeCall()) : Optional.empty();
    }

    private static Optional<Verdict.Deny> denied(Optional<String> why) {
        return why.map(it -> new Verdict.Deny(ErrorCode.LIMIT_REACHED, it));
    }
}
