package dev.deft.guard;

import static dev.deft.guard.GuardedCall.read;
import static dev.deft.guard.GuardedCall.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefaultWatchdogTest {

    private static final Watchdog.Decision ALLOWED =
            new Watchdog.Decision(Action.ALLOW, "Nothing suspicious.");

    private static final Watchdog.Decision SECRET =
            new Watchdog.Decision(
                    Action.DENY,
                    "The arguments contain a secret that would be sent off this machine. Remove it.");

    private static final Touch NETWORK = Touch.fetching("example.org");

    private final Watchdog watchdog =
            new DefaultWatchdog(Map.of("MY_TOKEN", "hunter2-hunter2", "HOME", "/somewhere"));

    private Watchdog.Decision judge(Json.Obj arguments, Touch... touches)
            throws InterruptedException {
        return watchdog.judge(
                new Watchdog.Observation(
                        "fixture", arguments, List.of(touches), "agent", "session"));
    }

    private static Json.Obj argument(String value) {
        return Json.Obj.EMPTY.with("a", value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".deft/sessions/a.jsonl",
                ".deft/locks/x",
                ".deft/journal/1/2",
                "sub/.deft/sessions/a"
            })
    void deniesWritesToDeftsRecords(String path) throws InterruptedException {
        assertThat(judge(Json.Obj.EMPTY, write("src/A.java"), write(path)))
                .isEqualTo(
                        new Watchdog.Decision(
                                Action.DENY,
                                "Tools must not change Deft's own records. Leave .deft alone."));
        assertThat(judge(Json.Obj.EMPTY, read(path))).isEqualTo(ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"src/A.java", ".deft/agent.json", ".deft/undo", "deft/sessions/a"})
    void allowsOtherWrites(String path) throws InterruptedException {
        assertThat(judge(Json.Obj.EMPTY, write(path))).isEqualTo(ALLOWED);
    }

    @Test
    void deniesCallsThatWouldSendTheValueOfASecretVariable() throws InterruptedException {
        Json.Obj secret = argument("say hunter2-hunter2 aloud");

        assertThat(judge(secret, read("a"), NETWORK)).isEqualTo(SECRET);
        assertThat(judge(secret, Touch.running("curl"))).isEqualTo(SECRET);
        assertThat(judge(secret, read("a"), write("b"), Touch.naming("x"))).isEqualTo(ALLOWED);
    }

    @Test
    void deniesCallsThatWouldSendAKey() throws InterruptedException {
        assertThat(judge(argument("ghp_" + "0123456789abcdef"), NETWORK)).isEqualTo(SECRET);
        assertThat(judge(argument("ghp"), NETWORK)).isEqualTo(ALLOWED);
    }

    @Test
    void findsSecretsInListsAndObjects() throws InterruptedException {
        Json plain = new Json.Str("plain");
        Json secret = new Json.Str("hunter2-hunter2");

        assertThat(judge(Json.Obj.EMPTY.with("a", new Json.Arr(List.of(plain, secret))), NETWORK))
                .isEqualTo(SECRET);
        assertThat(
                        judge(
                                Json.Obj.EMPTY
                                        .with("a", plain)
                                        .with("b", Json.Obj.EMPTY.with("c", secret)),
                                NETWORK))
                .isEqualTo(SECRET);
        assertThat(
                        judge(
                                Json.Obj.EMPTY
                                        .with("a", new Json.Arr(List.of(plain)))
                                        .with("b", Json.Obj.EMPTY.with("c", plain))
                                        .with("d", new Json.Bool(true))
                                        .with("e", Json.Num.of(1))
                                        .with("f", new Json.Null()),
                                NETWORK))
                .isEqualTo(ALLOWED);
    }

    @Test
    void allowsVariablesThatAreNotSecret() throws InterruptedException {
        assertThat(judge(argument("ls /somewhere"), Touch.running("ls"))).isEqualTo(ALLOWED);
    }

    @Test
    void reportsTheStrictestDecisionAboutTheScriptsOfACall() throws InterruptedException {
        Touch harmless = Touch.running("ls");
        Touch asked = Touch.running("git rebase main");
        Touch askedToo = Touch.running("git gc");
        Touch denied = Touch.running("reboot");
        var rebase =
                new Watchdog.Decision(
                        Action.ASK, "`git rebase main` rewrites history or discards work.");
        var reboot = new Watchdog.Decision(Action.DENY, "`reboot` stops or restarts the machine.");

        assertThat(judge(Json.Obj.EMPTY, harmless)).isEqualTo(ALLOWED);
        assertThat(judge(Json.Obj.EMPTY, harmless, asked, harmless)).isEqualTo(rebase);
        assertThat(judge(Json.Obj.EMPTY, asked, askedToo)).isEqualTo(rebase);
        assertThat(judge(Json.Obj.EMPTY, asked, denied, askedToo)).isEqualTo(reboot);
    }
}
