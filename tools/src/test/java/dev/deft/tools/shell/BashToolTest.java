package dev.deft.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.host.Shell;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.ToolResult;
import dev.deft.tool.Touch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BashToolTest {

    private final List<Shell.Command> ran = new ArrayList<>();

    private ToolResult run(BashTool.Params params, Shell.Result ended) throws Exception {
        InMemoryHost host =
                InMemoryHost.empty()
                        .with("src/a.txt", "a")
                        .running(command -> {
                            ran.add(command);
                            return ended;
                        });
        return new BashTool().run(params, host);
    }

    private static Shell.Result ended(int code, String stdout, String stderr) {
        return new Shell.Result(
                Shell.Cause.EXITED,
                code,
                Optional.empty(),
                new Shell.Output(stdout + stderr, stdout, stderr, false),
                Duration.ofMillis(5),
                Duration.ofMillis(1),
                "bubblewrap",
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void showsWhatTheCommandPrinted() throws Exception {
        assertThat(run(BashTool.Params.of("echo hi"), ended(0, "hi\n", "")))
                .isEqualTo(
                        ToolResult.output(
                                        new BashTool.Data(
                                                0,
                                                "hi\n",
                                                "hi\n",
                                                "",
                                                Optional.empty(),
                                                Optional.empty(),
                                                "bubblewrap"),
                                        "hi\n",
                                        "echo hi")
                                .with("cpu_ms", 1));
    }

    @Test
    void takesANonZeroExitCodeForAResult() throws Exception {
        ToolResult.Output output =
                (ToolResult.Output) run(BashTool.Params.of("false"), ended(1, "", ""));

        assertThat(output.text()).isEqualTo("[exit code 1]");
    }

    @Test
    void hintsThatThereIsNoTerminal() throws Exception {
        ToolResult.Output output =
                (ToolResult.Output)
                        run(
                                BashTool.Params.of("sudo ls"),
                                ended(
                                        1,
                                        "",
                                        "sudo: a terminal is required to read the password\n"));

        assertThat(output.text()).contains("exit code 1; there is no terminal");
    }

    @Test
    void showsTheLastOutputOfWhatTookTooLong() throws Exception {
        var late =
                new Shell.Result(
                        Shell.Cause.TIMEOUT,
                        143,
                        Optional.of("SIGTERM"),
                        new Shell.Output("step 1\nstep 2\n", "step 1\nstep 2\n", "", false),
                        Duration.ofSeconds(2),
                        Duration.ZERO,
                        "none",
                        Optional.empty(),
                        Optional.empty());

        assertThat(run(BashTool.Params.of("make"), late))
                .isInstanceOfSatisfying(
                        ToolResult.Failure.class,
                        it -> {
                            assertThat(it.code()).isEqualTo(ErrorCode.TIMEOUT);
                            assertThat(it.message()).endsWith("printed:\nstep 1\nstep 2");
                        });
    }

    @Test
    void namesTheProcessAsWhichASlowCommandGoesOn() throws Exception {
        var slow =
                new Shell.Result(
                        Shell.Cause.MOVED_TO_BACKGROUND,
                        0,
                        Optional.empty(),
                        new Shell.Output("step 1", "step 1", "", false),
                        Duration.ofSeconds(2),
                        Duration.ZERO,
                        "none",
                        Optional.empty(),
                        Optional.of("proc_7"));
        ToolResult.Output output = (ToolResult.Output) run(BashTool.Params.of("make"), slow);

        assertThat(((BashTool.Data) output.data()).processId()).contains("proc_7");
        assertThat(output.text())
                .isEqualTo(
                        "step 1\n[it still runs after 2000 ms and goes on in the background as proc_7; use process to check on it]");
    }

    @Test
    void saysWhatKindOfSandboxIsMissing() throws Exception {
        var bare =
                new Shell.Result(
                        Shell.Cause.EXITED,
                        0,
                        Optional.empty(),
                        new Shell.Output("x", "x", "", false),
                        Duration.ZERO,
                        Duration.ZERO,
                        "none",
                        Optional.of("bubblewrap is not installed"),
                        Optional.empty());
        ToolResult.Output output = (ToolResult.Output) run(BashTool.Params.of("echo"), bare);

        assertThat(output.text()).isEqualTo("x\n[sandbox none: bubblewrap is not installed]");
    }

    @Test
    void passesOnWhatTheCallSays() throws Exception {
        run(
                new BashTool.Params(
                        "ls",
                        Optional.of("src"),
                        OptionalInt.of(5_000),
                        Optional.empty(),
                        Optional.of("Lists the sources"),
                        Map.of("A", "b"),
                        OptionalInt.empty()),
                ended(0, "", ""));

        assertThat(ran)
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.workdir().orElseThrow().display()).isEqualTo("src");
                    assertThat(it.timeout()).isEqualTo(Duration.ofSeconds(5));
                    assertThat(it.variables()).isEqualTo(Map.of("A", "b"));
                });
    }

    @Test
    void touchesItsCommand() throws Exception {
        assertThat(new BashTool().touches(BashTool.Params.of("rm x"), InMemoryHost.empty().files()))
                .containsExactly(Touch.running("rm x"));
    }

    @Test
    void readsWhatIsTypedIntoAProcessAsACommand() {
        var typed =
                new ProcessTool.Params(
                        ProcessTool.Action.INPUT,
                        Optional.of("proc_1"),
                        Optional.of("rm x\n"),
                        Optional.empty());

        assertThat(new ProcessTool().touches(typed, InMemoryHost.empty().files()))
                .containsExactly(Touch.running("rm x\n"));
    }
}
