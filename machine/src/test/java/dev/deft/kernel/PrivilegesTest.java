package dev.deft.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.kernel.SpawnedBash.Outcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a thread gives up, seen in `/proc` by a process that it started.
class PrivilegesTest {

    private static final String STATUS =
            "while read -r name value; do case $name in CapPrm:|CapEff:|CapBnd:|NoNewPrivs:|Seccomp:) echo \"$name $value\" ;; esac; done </proc/self/status";

    private static final String NONE = "0000000000000000";

    @TempDir Path directory;

    @BeforeEach
    void onLinux() {
        assumeTrue(Spawn.available(), "only Linux has these system calls");
    }

    @Test
    void canBeGivenUpForGood() throws Exception {
        Outcome outcome =
                RestrictedThread.run(
                        () -> {
                            Privileges.dropCapabilities();
                            Privileges.setNoNewPrivileges();
                        },
                        STATUS);
        assertThat(outcome.output())
                .contains("CapPrm: " + NONE, "CapEff: " + NONE, "NoNewPrivs: 1", "Seccomp: 0");
        assertThat(Files.readString(Path.of("/proc/self/status"))).contains("NoNewPrivs:\t0");
    }

    /// The filter lets everything pass but symlinkat, which fails with EPERM.
    @Test
    void areLimitedByASystemCallFilter() throws Exception {
        byte[] program =
                ByteBuffer.allocate(32)
                        .order(ByteOrder.nativeOrder())
                        .put(instruction(0x20, 0, 0, 0))
                        .put(
                                instruction(
                                        0x15, 0, 1, FileSyscallNumbers.OF_THIS_MACHINE.symlinkat()))
                        .put(instruction(0x06, 0, 0, 0x00050001))
                        .put(instruction(0x06, 0, 0, 0x7fff0000))
                        .array();
        Outcome outcome =
                RestrictedThread.run(
                        () -> {
                            Privileges.setNoNewPrivileges();
                            Privileges.installFilter(program);
                        },
                        "cd \"$1\"; mkdir made && echo made; ln -s a link; " + STATUS,
                        directory.toString());
        assertThat(outcome.output()).contains("made\n", "Operation not permitted\n", "Seccomp: 2");
        assertThat(directory.resolve("made")).isDirectory();
        assertThat(Files.isSymbolicLink(directory.resolve("link"))).isFalse();
        Files.createSymbolicLink(directory.resolve("ours"), Path.of("a"));
    }

    private static byte[] instruction(int code, int yes, int no, int value) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.nativeOrder())
                .putShort((short) code)
                .put((byte) yes)
                .put((byte) no)
                .putInt(value)
                .array();
    }
}
