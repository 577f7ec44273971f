package dev.deft.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.policy.ToolLimits;
import dev.deft.policy.ToolLimits.Bounds;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallQuotaTest {

    private static final Verdict.Deny TWO_OF_GREP =
            new Verdict.Deny(
                    ErrorCode.LIMIT_REACHED,
                    "`grep` has been called 2 times in this session, as often as limits.tools.grep.calls"
                            + " allows; do it another way, or tell the user what is left to do.");

    record None() {}

    private record Named(String id) implements Tool<None> {

        @Override
        public ToolSpec<None> spec() {
            return ToolSpec.of(id, None.class, ToolCategory.CUSTOM, ToolKind.OTHER);
        }

        @Override
        public ToolResult run(None params, Host host) {
            return ToolResult.output(params, "", "");
        }
    }

    private static PreparedCall<None> call(String tool) {
        return new PreparedCall<>(
                "1", new Named(tool), new None(), Json.Obj.EMPTY, Limits.DEFAULT, List.of());
    }

    private static CallQuota quota(int total, Map<String, Bounds> tools) {
        return new CallQuota(ToolLimits.of(Bounds.NONE.withCalls(total), tools));
    }

    @Test
    void deniesCallsBeyondTheLimitOfOneTool() {
        CallQuota quota = quota(100, Map.of("grep", Bounds.NONE.withCalls(2)));

        assertThat(quota.admit(call("grep"))).isEmpty();
        assertThat(quota.judge(call("grep")).says()).isEqualTo("allow");
        assertThat(quota.admit(call("grep"))).isEmpty();

        assertThat(quota.judge(call("grep"))).isEqualTo(TWO_OF_GREP);
        assertThat(quota.admit(call("grep"))).contains(TWO_OF_GREP);
        assertThat(quota.judge(call("glob")).says()).isEqualTo("allow");
    }

    @Test
    void deniesCallsBeyondTheTotalLimit() {
        CallQuota quota = quota(2, Map.of("grep", Bounds.NONE.withCalls(9)));

        assertThat(quota.admit(call("grep"))).isEmpty();
        assertThat(quota.admit(call("glob"))).isEmpty();

        assertThat(quota.judge(call("read")))
                .isEqualTo(
                        new Verdict.Deny(
                                ErrorCode.LIMIT_REACHED,
                                "This session has called tools 2 times, as often as limits.calls allows;"
                                        + " finish with what you have, and tell the user what is left to do."));
    }

    @Test
    void saysOnceWhereOneCallIsAllowed() {
        CallQuota quota = quota(1, Map.of());

        assertThat(quota.judge(call("read")))
                .isEqualTo(new Verdict.Allow("Within the call limits of this session."));
        assertThat(quota.admit(call("read"))).isEmpty();
        assertThat(quota.judge(call("read")).why())
                .isEqualTo(
                        "This session has called tools once, as often as limits.calls allows; finish with what you have, and tell the user what is left to do.");
    }

    @Test
    void allowsACallThatWasCountedToRunAgainInFull() {
        CallQuota quota = quota(1, Map.of());
        assertThat(quota.admit(call("bash"))).isEmpty();

        assertThat(quota.judgeAgain(call("bash")))
                .isEqualTo(new Verdict.Allow("The call was already counted."));
    }

    @Test
    void limitsNothingWithoutLimits() {
        var quota = new CallQuota(ToolLimits.NONE);

        for (int i = 0; i < 100; i++) {
            assertThat(quota.admit(call("grep"))).isEmpty();
        }
        assertThat(quota.judge(call("grep")).says()).isEqualTo("allow");
    }

    @Test
    void isCalledLimits() {
        assertThat(quota(1, Map.of()).name()).isEqualTo("limits");
    }

    @Test
    void doesNotCountJudgedCalls() {
        CallQuota quota = quota(1, Map.of());

        for (int i = 0; i < 5; i++) {
            assertThat(quota.judge(call("grep")).says()).isEqualTo("allow");
        }
    }

    @Test
    void admitsNoCallTooManyUnderConcurrency() throws Exception {
        int most = 400_000;
        CallQuota quota = quota(most, Map.of("grep", Bounds.NONE.withCalls(most)));
        PreparedCall<None> call = call("grep");
        var admitted = new AtomicInteger();
        var ready = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                awaitQuietly(ready);
                                for (int n = 0; n < most / 4 + 10; n++) {
                                    if (quota.admit(call).isEmpty()) {
                                        admitted.incrementAndGet();
                                    }
                                }
                            }));
        }
        ready.countDown();
        for (Thread it : threads) {
            it.join();
        }

        assertThat(admitted).hasValue(most);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
