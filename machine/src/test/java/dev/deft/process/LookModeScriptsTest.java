package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.Shell;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Scripts that would change something if they could, in look mode: afterwards everything is as it
/// was.
class LookModeScriptsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final int SAMPLE = 60;

    /// Other ways to have the same done; the script takes the place of the `@`, quoted.
    private static final List<String> WAYS =
            List.of(
                    "bash -c @",
                    "eval @",
                    "bash -c @ & wait",
                    "(eval @)",
                    "trap @ EXIT",
                    "f() { eval @; }; f",
                    "x=$(bash -c @); echo \"$x\"",
                    "cat <(bash -c @)",
                    "echo | xargs -I{} bash -c @",
                    "find . -maxdepth 0 -exec bash -c @ \\;",
                    "timeout 5 bash -c @",
                    "setsid -w bash -c @",
                    "nohup bash -c @ </dev/null",
                    "env -i PATH=\"$PATH\" bash -c @",
                    "bash <<<@",
                    "if bash -c @; then bash -c @; fi",
                    "coproc bash -c @; wait",
                    "printf %s @ >~/s; bash ~/s");

    @TempDir Path directory;

    private static List<String> scripts() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        LookModeScriptsTest.class.getResourceAsStream("hostile-scripts.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(it -> !it.isBlank() && !it.startsWith("#"))
                    .toList();
        }
    }

    private static String quoted(String script) {
        return "'" + script.replace("'", "'\\''") + "'";
    }

    private static Stream<String> everyWay(String script) {
        return WAYS.stream().map(it -> it.replace("@", quoted(script)));
    }

    private void sweep(Tier tier, List<String> templates) throws Exception {
        try (var world = new World(directory.toRealPath());
                var desk =
                        ShellFixture.with(
                                Set.of(tier),
                                world.root,
                                SandboxMode.REQUIRED,
                                ShellFixture.environment("HOME", world.home.toString()),
                                List.of(),
                                NetworkReach.none(),
                                ResourceLimits.USUAL)) {
            assumeTrue(desk.withoutLook().isEmpty(), "there is no look mode here");
            Map<String, String> before = world.state();
            ran(desk, world.script("kill -KILL %V"));
            assertThat(world.state()).as("signals").isEqualTo(before);
            for (String template : templates) {
                ran(desk, world.script(template));
                assertThat(world.state()).as(template).isEqualTo(before);
            }
        }
    }

    private static void ran(ShellFixture desk, String script)
            throws IOException, InterruptedException {
        Shell.Result ended = desk.looking().run(ShellFixture.command(script, TIMEOUT, Map.of()));
        assertThat(ended.output().output()).as(script).doesNotContain("the sandbox is gone");
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void changesNothing(Tier tier) throws Exception {
        List<String> all = scripts();
        List<String> some =
                new Random().ints(SAMPLE, 0, all.size()).mapToObj(all::get).distinct().toList();
        sweep(tier, some);
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    @Tag("deep")
    void changesNothingHoweverItIsDone(Tier tier) throws Exception {
        List<String> all = scripts();
        sweep(
                tier,
                Stream.concat(all.stream(), all.stream().flatMap(LookModeScriptsTest::everyWay))
                        .toList());
    }
}
