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
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Denies calls that touch more than their tool declares or their agent may use.
public final class CapabilityGate implements Gate {

    private final Ceiling ceiling;
    private final PatternVariables variables;
    private final LocalHosts local;
    private final Map<String, Ceiling> ceilings = new ConcurrentHashMap<>();

    public CapabilityGate(Ceiling ceiling, PatternVariables variables) {
        this(ceiling, variables, LocalHosts.none());
    }

    /// Also denies hosts of this machine and its network.
    ///
    /// @param local which of them are granted
    public CapabilityGate(Ceiling ceiling, PatternVariables variables, LocalHosts local) {
        this.ceiling = ceiling;
        this.variables = variables;
        this.local = local;
    }

    @Override
    public String name() {
        return "capability";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) {
        Ceiling declaredByTool =
                ceilings.computeIfAbsent(
                        call.toolId(), _ -> Ceiling.of(call.tool().spec().requires(), variables));
        for (Touch touch : call.touches()) {
            boolean runs = touch.capability() == Capability.SHELL_RUN;
            if (runs
                    ? !declaredByTool.coversCommands(call.scripts().of(touch.subject()))
                    : !declaredByTool.covers(touch)) {
                return denied(touch, declaredByTool, "what " + call.toolId() + " declares");
            }
            if (runs
                    ? !ceiling.covers(
                            call.scripts().of(touch.subject()), ScriptJudge.directory(call))
                    : !ceiling.covers(touch)) {
                return denied(touch, ceiling, "what this agent may use");
            }
            Optional<String> inside = local.denial(call.toolId(), touch);
            if (inside.isPresent()) {
                return new Verdict.Deny(ErrorCode.CAPABILITY_DENIED, inside.get());
            }
        }
        return new Verdict.Allow("Within what the tool declares and the agent may use.");
    }

    private static Verdict denied(Touch touch, Ceiling ceiling, String scope) {
        String capability = touch.capability().wire();
        return new Verdict.Deny(
                ErrorCode.CAPABILITY_DENIED,
                ceiling.lacks(touch.capability())
                        ? "%s is not part of %s.".formatted(capability, scope)
                        : "%s of %s is outside %s. Stay inside it."
                                .formatted(capability, touch.subject(), scope));
    }
}
