package dev.deft.guard;

import dev.deft.host.ErrorCode;
import dev.deft.output.ErrorLog;
import dev.deft.policy.Action;
import dev.deft.policy.AgentManifest;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import java.util.List;
import java.util.function.Supplier;

/// Asks the watchdog, last of all gates.
public final class WatchdogGate implements Gate {

    private final Watchdog watchdog;
    private final String agent;
    private final String session;
    private final Supplier<AgentManifest> manifest;

    /// For an agent of which only the name is known.
    public WatchdogGate(Watchdog watchdog, String agent, String session) {
        this(watchdog, agent, session, () -> AgentManifest.named(agent));
    }

    /// @param manifest called only when the watchdog reads the manifest
    public WatchdogGate(
            Watchdog watchdog, String agent, String session, Supplier<AgentManifest> manifest) {
        this.watchdog = watchdog;
        this.agent = agent;
        this.session = session;
        this.manifest = manifest;
    }

    @Override
    public String name() {
        return "watchdog";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) throws InterruptedException {
        Watchdog.Decision decision = decide(call);
        return switch (decision.action()) {
            case ALLOW -> new Verdict.Allow(decision.reason());
            case ASK -> new Verdict.Ask(decision.reason(), List.of(), Verdict.AnswerStore.NONE);
            case DENY -> new Verdict.Deny(ErrorCode.WATCHDOG_DENIED, decision.reason());
        };
    }

    /// A watchdog that throws denies the call.
    private Watchdog.Decision decide(PreparedCall<?> call) throws InterruptedException {
        try {
            return watchdog.judge(
                    new Watchdog.Observation(
                            call.toolId(),
                            call.arguments(),
                            call.touches(),
                            agent,
                            session,
                            call.scripts(),
                            manifest));
        } catch (RuntimeException e) {
            ErrorLog.log(
                    System.Logger.Level.ERROR,
                    () -> "the watchdog failed on call " + call.callId(),
                    e);
            return new Watchdog.Decision(
                    Action.DENY,
                    "The watchdog failed, so the call is denied. See the log for details.");
        }
    }
}
