package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.deft.host.Shell;
import dev.deft.sandbox.Tier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A command is served by the thread that awaits it, and after a short while by one of its own.
class AttendanceTest {

    private static final int COMMANDS = 24;

    private static final String ONCE_ASLEEP =
            "until read -r name </proc/$!/comm && [ $name = sleep ]; do :; done; ";

    @TempDir Path root;

    /// They end while their caller attends to them, later, or just when it hands them over.
    @ParameterizedTest
    @EnumSource(Tier.class)
    void losesAndMixesUpNothingWhereverACommandEnds(Tier tier) throws Exception {
        try (var desk = Tiers.desk(tier, root)) {
            for (int i = 0; i < COMMANDS; i++) {
                assertThat(told(desk.run(script(i)))).isEqualTo(expected(i));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void servesSeveralCommandsAtOnce(Tier tier) throws Exception {
        try (var desk = Tiers.desk(tier, root);
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> running = new ArrayList<>();
            for (int i = 0; i < COMMANDS; i++) {
                String script = script(i);
                running.add(callers.submit(() -> told(desk.run(script))));
            }
            for (int i = 0; i < COMMANDS; i++) {
                assertThat(running.get(i).get()).isEqualTo(expected(i));
            }
        }
    }

    /// What its caller does not see the end of, the other thread ends.
    @ParameterizedTest
    @EnumSource(Tier.class)
    void leavesNothingRunningWhenItsOutputCannotBeTaken(Tier tier) throws Exception {
        String command = "sleep 297." + ProcessHandle.current().pid();
        try (var desk = Tiers.desk(tier, root)) {
            desk.telling(_ -> {
                throw new IllegalStateException("not now");
            });

            var _ = catchThrowable(() -> desk.run(command + " & " + ONCE_ASLEEP + "echo; wait"));

            assertThat(ShellFixture.eventually(() -> !isRunning(command))).isTrue();
        }
    }

    private static boolean isRunning(String command) {
        return ProcessHandle.allProcesses()
                .anyMatch(it -> it.info().commandLine().orElse("").endsWith(command));
    }

    private static String script(int number) {
        return "echo start; sleep 0.00%d; echo %d >&2; exit %d"
                .formatted(number % 8, number, number);
    }

    private static String expected(int number) {
        return "%d: start\n%d\n".formatted(number, number);
    }

    private static String told(Shell.Result ended) {
        return ended.exitCode() + ": " + ended.output().output();
    }
}
