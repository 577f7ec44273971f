package dev.deft.guard;

import static dev.deft.guard.GuardedCall.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.policy.AgentManifest;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class WatchdogGateTest {

    private static final PreparedCall<?> CALL =
            GuardedCall.of("fixture").with("a", "b").touching(write("x"));

    private static Verdict judge(Watchdog watchdog) throws InterruptedException {
        return new WatchdogGate(watchdog, "agent", "session").judge(CALL);
    }

    private static Watchdog deciding(Action action, String reason) {
        return _ -> new Watchdog.Decision(action, reason);
    }

    @Test
    void turnsTheDecisionOfTheWatchdogIntoAVerdict() throws InterruptedException {
        assertThat(judge(deciding(Action.ALLOW, "fine"))).isEqualTo(new Verdict.Allow("fine"));
        assertThat(judge(deciding(Action.ASK, "hm")))
                .isEqualTo(new Verdict.Ask("hm", List.of(), Verdict.AnswerStore.NONE));
        assertThat(judge(deciding(Action.DENY, "no")))
                .isEqualTo(new Verdict.Deny(ErrorCode.WATCHDOG_DENIED, "no"));
        assertThat(judge(Watchdog.off())).isEqualTo(new Verdict.Allow("The watchdog is off."));
    }

    @Test
    void showsTheCallToTheWatchdog() throws InterruptedException {
        List<Watchdog.Observation> seen = new ArrayList<>();
        judge(it -> {
            seen.add(it);
            return new Watchdog.Decision(Action.ALLOW, "");
        });

        assertThat(seen)
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.tool()).isEqualTo("fixture");
                    assertThat(it.arguments()).isEqualTo(Json.Obj.EMPTY.with("a", "b"));
                    assertThat(it.touches()).containsExactly(write("x"));
                    assertThat(it.agent()).isEqualTo("agent");
                    assertThat(it.session()).isEqualTo("session");
                    assertThat(it.scripts()).isSameAs(CALL.scripts());
                    assertThat(it.manifest().get()).isEqualTo(AgentManifest.named("agent"));
                });
    }

    @Test
    void deniesAndLogsWhenTheWatchdogThrows() throws InterruptedException {
        List<String> logged = new ArrayList<>();
        Handler handler =
                new Handler() {
                    @Override
                    public void publish(LogRecord record) {
                        logged.add(record.getMessage() + ": " + record.getThrown().getMessage());
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        Logger logger = Logger.getLogger("dev.deft");
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            Watchdog broken =
                    _ -> {
                        throw new IllegalStateException("bug");
                    };
            assertThat(judge(broken))
                    .isEqualTo(
                            new Verdict.Deny(
                                    ErrorCode.WATCHDOG_DENIED,
                                    "The watchdog failed, so the call is denied. See the log for details."));
        } finally {
            logger.setUseParentHandlers(true);
            logger.removeHandler(handler);
        }
        assertThat(logged).containsExactly("the watchdog failed on call call-1: bug");
    }

    @Test
    void passesOnCancellation() {
        Watchdog cancelled =
                _ -> {
                    throw new InterruptedException();
                };

        assertThatThrownBy(() -> judge(cancelled)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void isCalledWatchdog() {
        assertThat(new WatchdogGate(Watchdog.off(), "agent", "session").name())
                .isEqualTo("watchdog");
    }

    @Test
    void theStricterOfTwoWatchdogsWinsAndTheFirstAmongEquals() throws InterruptedException {
        Watchdog allows = deciding(Action.ALLOW, "fine");
        Watchdog asks = deciding(Action.ASK, "hm");
        Watchdog denies = deciding(Action.DENY, "no");

        assertThat(judge(allows.and(asks)).why()).isEqualTo("hm");
        assertThat(judge(asks.and(allows)).why()).isEqualTo("hm");
        assertThat(judge(denies.and(asks)).why()).isEqualTo("no");
        assertThat(judge(denies.and(deciding(Action.DENY, "never"))).why()).isEqualTo("no");
    }
}
