package dev.deft.engine.plan;

import dev.deft.tools.plan.PlanDecision;

/// Whether the user approved a plan since the agent of the session began.
public final class PlanApproval {

    private volatile boolean approved;

    void decided(PlanDecision decision) {
        approved = decision.approved();
    }

    public boolean isGiven() {
        return approved;
    }
}
