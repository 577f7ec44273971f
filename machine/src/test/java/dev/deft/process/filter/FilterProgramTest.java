package dev.deft.process.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.guard.CommandWatchdog;
import dev.deft.guard.Watchdog;
import dev.deft.json.Json;
import dev.deft.policy.Action;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Real programs as watchdogs.
class FilterProgramTest {

    @Test
    void aWatchdogProgramDecides(@TempDir Path directory) throws Exception {
        assertThat(
                        program(
                                        directory,
                                        "grep -q '\"tool\":\"fixture\".*\"session\":\"s\"' && echo '{\"decision\":\"allow\"}'")
                                .action())
                .isEqualTo(Action.ALLOW);
        assertThat(
                        program(
                                directory,
                                "cat >/dev/null; echo '{\"decision\":\"ask\",\"reason\":\"hm\"}'"))
                .isEqualTo(new Watchdog.Decision(Action.ASK, "hm"));
        assertThat(program(directory, "echo '{\"decision\":\"deny\",\"reason\":\"no\"}'"))
                .isEqualTo(new Watchdog.Decision(Action.DENY, "no"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exit 3",
                "echo nothing",
                "echo '{\"decision\":\"maybe\"}'",
                "echo '[]'",
                "echo '{\"decision\":\"allow\"}'; exit 1"
            })
    void aWatchdogProgramThatIsBrokenOrWrongIsANo(String script, @TempDir Path directory)
            throws Exception {
        assertThat(program(directory, script).action()).isEqualTo(Action.DENY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "sleep 600 & wait"})
    void aWatchdogProgramThatIsSlowIsANo(String script, @TempDir Path directory) throws Exception {
        assertThat(program(directory, script, Duration.ofSeconds(1)).action())
                .isEqualTo(Action.DENY);
    }

    @Test
    void aWatchdogProgramThatIsNotThereIsANo(@TempDir Path directory) throws Exception {
        assertThat(opinion(new FilterProgram(List.of("./none"), directory, Map.of())).action())
                .isEqualTo(Action.DENY);
    }

    /// With more time than the slowest machine needs.
    private static Watchdog.Decision program(Path directory, String script) throws Exception {
        return program(directory, script, Duration.ofMinutes(4));
    }

    private static Watchdog.Decision program(Path directory, String script, Duration timeout)
            throws Exception {
        Path file = directory.resolve("dog.sh");
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return opinion(
                new FilterProgram(
                        List.of(file.toString()),
                        directory,
                        Map.of("PATH", System.getenv("PATH")),
                        timeout));
    }

    private static Watchdog.Decision opinion(FilterProgram program) throws InterruptedException {
        return new CommandWatchdog(program::answer)
                .judge(
                        new Watchdog.Observation(
                                "fixture",
                                Json.Obj.EMPTY.with("a", ""),
                                List.of(new Touch(Capability.FS_WRITE, "a")),
                                "agent",
                                "s"));
    }
}
