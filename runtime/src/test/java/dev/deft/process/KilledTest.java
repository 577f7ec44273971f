package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.sandbox.Tier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A process of ours that was killed with a session open.
class KilledTest {

    @TempDir Path root;

    @ParameterizedTest
    @EnumSource
    void leavesNoCommandBehind(Tier tier) throws Exception {
        Tiers.desk(tier, root).close();
        String name = UUID.randomUUID().toString();
        String stay = "exec -a " + name + " sleep 600";
        Process killed =
                ShellChild.start(
                        tier,
                        root,
                        "env -i setsid -f /bin/bash -c '%1$s'; setsid bash -c '%1$s' & echo on; %1$s"
                                .formatted(stay));
        assertThat(Desk.eventually(() -> named(name) == 3)).isTrue();

        killed.destroyForcibly().waitFor();

        assertThat(Desk.eventually(() -> named(name) == 0)).isTrue();
    }

    /// How many processes go by a name.
    private static long named(String name) {
        return ProcessHandle.allProcesses()
                .filter(it -> commandLine(it.pid()).startsWith(name + "\0"))
                .count();
    }

    private static String commandLine(long process) {
        try {
            return Files.readString(
                    Path.of("/proc/" + process + "/cmdline"), StandardCharsets.ISO_8859_1);
        } catch (java.io.IOException _) {
            return "";
        }
    }
}
