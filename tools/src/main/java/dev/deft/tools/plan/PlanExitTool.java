package dev.deft.tools.plan;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.Question;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Shows the plan to the user and asks for approval.
public final class PlanExitTool implements Tool<PlanExitTool.Params> {

    private static final String APPROVE = "Approve";
    private static final String REJECT = "Reject";

    /// Users may take long to answer.
    private static final Duration TIMEOUT = Duration.ofDays(7);

    public record Params() {}

    @Override
    public ToolSpec<Params> spec() {
        ToolSpec<Params> spec =
                ToolSpec.of("plan_exit", Params.class, ToolCategory.CODE, ToolKind.SWITCH_MODE);
        return spec.within(spec.limits().withTimeout(TIMEOUT));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return List.of(Touch.naming("plan"));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        Plans plans = host.handle(Plans.class);
        Optional<String> plan = plans.read();
        if (plan.isEmpty() || plan.get().isBlank()) {
            return ToolResult.failure(
                    ErrorCode.NOT_FOUND, "There is no plan to approve. Write one with plan first.");
        }
        List<List<String>> answers =
                host.session().ask(List.of(question(plan.get(), plans.path())));
        Optional<String> answer =
                answers.stream().findFirst().flatMap(it -> it.stream().findFirst());
        PlanDecision decision = decision(plans, plan.get(), answer);
        host.session().save(PlanDecision.NAME, decision);
        plans.decided(decision);
        return ToolResult.output(decision, text(decision, plan.get()), title(decision));
    }

    private static Question question(String plan, String path) {
        return new Question(
                "%s\n\nCarry out this plan? You can edit %s before you answer."
                        .formatted(plan.strip(), path),
                Optional.of("Plan"),
                List.of(
                        new Question.Choice(
                                APPROVE, Optional.of("carry it out as it is in the file")),
                        new Question.Choice(
                                REJECT, Optional.of("or write what should be different"))),
                false);
    }

    /// What counts is the file when the user approves, since they may have edited it meanwhile.
    private static PlanDecision decision(Plans plans, String asked, Optional<String> answer)
            throws IOException {
        boolean approved = answer.filter(APPROVE::equalsIgnoreCase).isPresent();
        String plan = approved ? plans.read().orElse(asked) : asked;
        Optional<String> comments =
                answer.filter(it -> !it.equalsIgnoreCase(APPROVE) && !it.equalsIgnoreCase(REJECT));
        return new PlanDecision(approved, plans.path(), plan, comments);
    }

    private static String text(PlanDecision decision, String asked) {
        if (decision.approved()) {
            return "The user %s the plan in %s. Carry it out:\n\n%s"
                    .formatted(
                            decision.plan().equals(asked) ? "approved" : "edited and approved",
                            decision.path(),
                            decision.plan().strip());
        }
        return "The user did not approve the plan. Change nothing yet."
                + decision.comments()
                        .map(it -> " They wrote: " + it)
                        .orElse(" Ask what should be different, or revise it with plan.");
    }

    private static String title(PlanDecision decision) {
        return decision.approved() ? "Plan approved" : "Plan not approved";
    }
}
