package dev.deft.engine.hook;

import dev.deft.agent.config.HookSettings;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import java.util.List;

/// Asks the hooks about calls that all other gates let pass. Explaining a call runs no hook.
public final class HooksGate implements Gate {

    private static final String EVENT = "before_call";

    private final SessionHooks hooks;

    public HooksGate(SessionHooks hooks) {
        this.hooks = hooks;
    }

    @Override
    public String name() {
        return "hooks";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) throws InterruptedException {
        if (hooks.of(EVENT, call.toolId()).isEmpty()) {
            return none();
        }
        SessionHooks.Answers answers =
                hooks.tell(
                        EVENT,
                        Json.Obj.EMPTY.with("tool", call.toolId()).with("args", call.arguments()));
        if (answers.denied().isPresent()) {
            return new Verdict.Deny(ErrorCode.PERMISSION_DENIED, answers.denied().get());
        }
        answers.context().ifPresent(it -> hooks.keep(call.callId(), it));
        return answers.asked()
                .<Verdict>map(it -> new Verdict.Ask(it, List.of(), Verdict.AnswerStore.NONE))
                .orElse(new Verdict.Allow("No hook objects."));
    }

    @Override
    public Verdict explain(PreparedCall<?> call) {
        List<String> asked =
                hooks.of(EVENT, call.toolId()).stream().map(HookSettings::shown).toList();
        return asked.isEmpty()
                ? none()
                : new Verdict.Allow(
                        "These would be asked, and are not run to explain: "
                                + String.join("; ", asked)
                                + ".");
    }

    private static Verdict none() {
        return new Verdict.Allow("No hook is asked about this tool.");
    }
}
