package dev.deft.instance.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.HostException;
import dev.deft.instance.Instances;
import dev.deft.instance.Instances.Running;
import dev.deft.instance.Instances.Spawn;
import dev.deft.instance.Instances.State;
import dev.deft.sandbox.Tier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Instances as real processes.
class InstanceTest {

    @TempDir Path root;

    @ParameterizedTest
    @EnumSource
    void runsInADirectoryOfItsOwnAndWritesALog(Tier tier) throws Exception {
        try (var fixture = new InstanceFixture(tier, root, "s")) {
            Running started = fixture.spawn("pwd; echo oops >&2; touch made; sleep 600", "web");

            assertThat(started)
                    .isEqualTo(
                            new Running(
                                    started.id(),
                                    "web",
                                    State.RUNNING,
                                    "s",
                                    true,
                                    ".deft/instances/" + started.id() + "/log"));
            assertThat(InstanceFixture.eventually(() -> fixture.log(started).contains("oops")))
                    .isTrue();
            Path own = fixture.root.resolve("instances/web");
            assertThat(fixture.log(started)).isEqualTo(own + "\noops\n");
            assertThat(InstanceFixture.eventually(() -> Files.exists(own.resolve("made"))))
                    .isTrue();
            assertThat(fixture.supervisor.running()).containsExactly(started);
        }
    }

    @ParameterizedTest
    @EnumSource
    void stopsWithEverythingItStarted(Tier tier) throws Exception {
        String name = UUID.randomUUID().toString();
        try (var fixture = new InstanceFixture(tier, root, "s")) {
            String sleeper = "exec -a " + name + " sleep 600";
            Running started =
                    fixture.spawn(
                            "setsid bash -c '%1$s' & (trap '' TERM; %1$s)".formatted(sleeper), "a");
            assertThat(InstanceFixture.eventually(() -> InstanceFixture.count(name) == 2)).isTrue();

            assertThat(fixture.supervisor.stop("a")).isEqualTo(started.id());

            assertThat(InstanceFixture.eventually(() -> InstanceFixture.count(name) == 0)).isTrue();
            assertThat(fixture.supervisor.running()).isEmpty();
            assertThat(fixture.log(started)).endsWith("[was stopped]\n");
            assertThatThrownBy(() -> fixture.supervisor.stop(started.id()))
                    .isInstanceOf(HostException.class)
                    .hasMessage(started.id() + " does not run any more; it was stopped.");
        }
    }

    @Test
    void isNotListedOnceItHasEnded() throws Exception {
        try (var fixture = new InstanceFixture(Tier.NONE, root, "s")) {
            Running started = fixture.spawn("read -t 0.5 < <(sleep 600); exit 3", "short");
            assertThat(InstanceFixture.eventually(() -> !fixture.runs("short"))).isTrue();

            assertThat(InstanceFixture.eventually(() -> fixture.log(started).endsWith("]\n")))
                    .isTrue();
            assertThat(fixture.log(started)).isEqualTo("[ended with exit code 3]\n");
            assertThatThrownBy(() -> fixture.supervisor.stop("short"))
                    .hasMessage("short does not run any more; it ended with exit code 3.");
        }
    }

    @Test
    void failsWithWhatACommandPrintedThatEndsAtOnce() throws Exception {
        try (var fixture = new InstanceFixture(Tier.NONE, root, "s")) {
            assertThatThrownBy(() -> fixture.spawn("echo no such thing; exit 2", "x"))
                    .isInstanceOf(HostException.class)
                    .hasMessage(
                            "The command ended with exit code 2 at once. It printed:\n"
                                    + "no such thing");
            assertThat(fixture.spawn("true", "x").state()).isEqualTo(State.EXITED);
            assertThat(fixture.handles()).isEmpty();
        }
    }

    @Test
    void hasAHandleThatNoOtherHas() throws Exception {
        try (var fixture = new InstanceFixture(Tier.NONE, root, "s")) {
            Running first = fixture.spawn("sleep 600", "web");
            assertThatThrownBy(() -> fixture.spawn("sleep 600", "web"))
                    .isInstanceOf(HostException.class)
                    .hasMessage(
                            "The handle web is taken by %s, which runs in session s. Stop it, or choose another handle."
                                    .formatted(first.id()));
            fixture.supervisor.stop("web");
            assertThat(fixture.spawn("sleep 600", "web").state()).isEqualTo(State.RUNNING);
        }
    }

    @Test
    @Tag("slow")
    void areBoundedInNumber() throws Exception {
        try (var fixture = new InstanceFixture(Tier.NONE, root, "s")) {
            for (int i = 0; i < Instances.MAX_RUNNING; i++) {
                fixture.spawn("sleep 600", "n" + i);
            }
            for (int i = 0; i < 84; i++) {
                assertThatThrownBy(() -> fixture.spawn("sleep 600", "more"))
                        .isInstanceOf(HostException.class)
                        .hasMessage("16 instances run in this workspace; stop one first.");
            }
            fixture.supervisor.stop("n3");
            fixture.spawn("sleep 600", "more");
            assertThat(fixture.handles()).hasSize(16).contains("more").doesNotContain("n3");
        }
    }

    @ParameterizedTest
    @CsvSource({"API_TOKEN, x", "LD_PRELOAD, /x.so", "BASH_ENV, x", "X, ghp_0123456789abcdefghij"})
    void getNoVariablesThatAreSecretOrChangeWhatRuns(String name, String value) throws Exception {
        try (var fixture = new InstanceFixture(Tier.NONE, root, "s")) {
            assertThatThrownBy(() -> fixture.supervisor.spawn(with(Map.of(name, value))))
                    .isInstanceOf(HostException.class)
                    .hasMessageStartingWith(name + " cannot be set for a command");
            Running started = fixture.supervisor.spawn(with(Map.of("GREETING", "it's")));
            assertThat(InstanceFixture.eventually(() -> fixture.log(started).equals("it's\n")))
                    .isTrue();
        }
    }

    private static Spawn with(Map<String, String> variables) {
        return new Spawn(
                "echo \"$GREETING\"; sleep 600",
                Optional.empty(),
                Optional.empty(),
                variables,
                List.of(),
                OptionalInt.empty());
    }

    @ParameterizedTest
    @EnumSource
    void mayUseOnlyTheMemoryItWasGiven(Tier tier) throws Exception {
        try (var fixture = new InstanceFixture(tier, root, "s")) {
            String script =
                    "perl -e '$| = 1; print \"on\\n"
                            + "\"; sleep 1; $n = 300_000_000 + $$; $x = \"x\" x $n; print \"off\\n"
                            + "\"; sleep 600'";
            Running started =
                    fixture.supervisor.spawn(
                            new Spawn(
                                    script,
                                    Optional.of("big"),
                                    Optional.empty(),
                                    Map.of(),
                                    List.of(),
                                    OptionalInt.of(100)));
            assertThat(InstanceFixture.eventually(() -> !fixture.runs("big"))).isTrue();
            assertThat(fixture.log(started)).startsWith("on\n").doesNotContain("off");
        }
    }

    @Test
    void keepTheEndOfAFloodOfOutput() throws Exception {
        try (var fixture = new InstanceFixture(Tier.NONE, root, "s")) {
            Running started = fixture.spawn("seq 1 3000000; echo last; sleep 600", "flood");
            assertThat(InstanceFixture.eventually(() -> fixture.log(started).endsWith("last\n")))
                    .isTrue();
            Path log = fixture.root.resolve(started.log());
            assertThat(Files.size(log)).isLessThanOrEqualTo(InstanceLog.MAX_BYTES);
            Path older = log.resolveSibling(InstanceLog.OLDER);
            assertThat(Files.size(older)).isLessThanOrEqualTo(InstanceLog.MAX_BYTES);
            String kept = Files.readString(older) + Files.readString(log);
            assertThat(kept).endsWith("2999999\n3000000\nlast\n");
            assertThat(kept.lines().skip(1).limit(1000).mapToInt(Integer::parseInt).toArray())
                    .isSorted();
            try (var files = Files.list(log.getParent())) {
                assertThat(files.map(it -> it.getFileName().toString()))
                        .containsExactlyInAnyOrder("log", "log.1", "owner.json");
            }
        }
    }

    @Test
    void areStoppedWhenIdleUnlessALeaseIsHeld() throws Exception {
        try (var fixture = new InstanceFixture(Tier.NONE, root, "s")) {
            Running quiet = fixture.spawn("sleep 600", "quiet");
            fixture.supervisor.keepAlive(InstanceFixture.IDLE.plusSeconds(30));
            fixture.supervisor.keepAlive(Duration.ofMillis(1));
            fixture.clock.advance(InstanceFixture.IDLE.plusSeconds(10));
            Running talking = fixture.spawn("while echo x; do sleep 0.05; done", "talking");
            assertThat(InstanceFixture.eventually(() -> fixture.log(talking).length() > 2 * 25))
                    .isTrue();
            assertThat(fixture.handles()).containsExactly("quiet", "talking");

            fixture.clock.advance(Duration.ofSeconds(30));

            assertThat(InstanceFixture.eventually(() -> fixture.log(quiet).endsWith("]\n")))
                    .isTrue();
            assertThat(fixture.log(quiet)).isEqualTo("[was stopped after being idle for 30 min]\n");
            assertThat(fixture.handles()).containsExactly("talking");
        }
    }

    @Test
    void areStoppedWhenALeaseIsGivenUp() throws Exception {
        try (var fixture = new InstanceFixture(Tier.NONE, root, "s")) {
            fixture.supervisor.endKeepAlive();
            fixture.spawn("sleep 600", "quiet");
            fixture.supervisor.keepAlive(Duration.ofHours(1));
            fixture.clock.advance(InstanceFixture.IDLE.plusSeconds(1));
            fixture.supervisor.endKeepAlive();
            fixture.supervisor.endKeepAlive();
            assertThat(InstanceFixture.eventually(() -> !fixture.runs("quiet"))).isTrue();
        }
    }

    @Test
    void endWithTheirSession() throws Exception {
        String name = UUID.randomUUID().toString();
        var fixture = new InstanceFixture(Tier.BUBBLEWRAP, root, "s");
        Running started = fixture.spawn("exec -a " + name + " sleep 600", "a");
        assertThat(InstanceFixture.eventually(() -> InstanceFixture.count(name) == 1)).isTrue();

        fixture.close();

        assertThat(InstanceFixture.eventually(() -> InstanceFixture.count(name) == 0)).isTrue();
        assertThat(fixture.log(started)).endsWith("[ended with its session]\n");
        assertThatThrownBy(() -> fixture.spawn("sleep 600", "b"))
                .isInstanceOf(HostException.class)
                .hasMessage("The session has ended.");
    }

    @Test
    void doNotLeaveTheWorkspaceThroughALinkMadeLater() throws Exception {
        Path outside = Files.createDirectory(root.resolve("outside"));
        Path inside = Files.createDirectory(root.resolve("inside"));
        Files.createSymbolicLink(inside.resolve("instances"), outside);
        try (var fixture = new InstanceFixture(Tier.NONE, inside, "s")) {
            assertThatThrownBy(() -> fixture.spawn("sleep 600", "a"))
                    .isInstanceOf(HostException.class)
                    .hasMessageContaining("leads out of the workspace");
            assertThat(fixture.handles()).isEmpty();
        }
    }

    @Test
    void leaveTheLogsOfTheLastTwenty() throws Exception {
        try (var fixture = new InstanceFixture(Tier.NONE, root, "s")) {
            for (int i = 0; i < 24; i++) {
                fixture.spawn("true", "n" + i);
            }
            try (var logs = Files.list(fixture.root.resolve(".deft/instances"))) {
                assertThat(logs.filter(Files::isDirectory)).hasSize(21);
            }
        }
    }
}
