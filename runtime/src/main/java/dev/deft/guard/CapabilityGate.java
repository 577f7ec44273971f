package dev.deft.guard;

import dev.deft.host.ErrorCode;
import dev.deft.policy.Ceiling;
import dev.deft.policy.ScriptJudge;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The first defence: a call touches only what its tool declared and its agent may use.
public final class CapabilityGate implements Gate {

    private final Ceiling ceiling;
    private final PatternVariables variables;
    private final Map<String, Ceiling> declared = new ConcurrentHashMap<>();

    public CapabilityGate(Ceiling ceiling, PatternVariables variables) {
        this.ceiling = ceiling;
        this.variables = variables;
    }

    @Override
    public String name() {
        return "capability";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) {
        Ceiling own =
                declared.computeIfAbsent(
                        call.toolId(), _ -> Ceiling.of(call.tool().spec().requires(), variables));
        for (Touch touch : call.touches()) {
            boolean runs = touch.capability() == Capability.SHELL_RUN;
            if (runs
                    ? !own.coversCommands(call.scripts().of(touch.subject()))
                    : !own.covers(touch)) {
                return denied(touch, own, "what " + call.toolId() + " declares");
            }
            if (runs
                    ? !ceiling.covers(
                            call.scripts().of(touch.subject()), ScriptJudge.directory(call))
                    : !ceiling.covers(touch)) {
                return denied(touch, ceiling, "what this agent may use");
            }
        }
        return new Verdict.Allow("Within what the tool declares and the agent may use.");
    }

    private static Verdict denied(Touch touch, Ceiling ceiling, String whose) {
        String capability = touch.capability().wire();
        return new Verdict.Deny(
                ErrorCode.CAPABILITY_DENIED,
                ceiling.lacks(touch.capability())
                        ? "%s is not part of %s.".formatted(capability, whose)
                        : "%s of %s is outside %s. Stay inside it."
                                .formatted(capability, touch.subject(), whose));
    }
}
