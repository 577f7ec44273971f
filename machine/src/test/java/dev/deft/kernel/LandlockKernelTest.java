package dev.deft.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.kernel.SpawnedBash.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A ruleset of Landlock, seen by a process that was started under it.
class LandlockKernelTest {

    private static final long READ = Landlock.READ_FILE | Landlock.READ_DIR | Landlock.EXECUTE;

    @TempDir Path granted;
    @TempDir Path readable;
    @TempDir Path denied;
    private Landlock rules;

    @BeforeEach
    void create() throws IOException {
        assumeTrue(Spawn.available() && Landlock.version() >= 3, "this kernel has no Landlock");
        fill();
        rules = Landlock.create(false);
        for (String it : List.of("/usr", "/bin", "/lib", "/lib64", "/proc")) {
            if (Files.exists(Path.of(it))) {
                rules.grant(Path.of(it).toRealPath(), true, READ);
            }
        }
        rules.grant(Path.of("/dev/null"), false, Landlock.READ_FILE | Landlock.WRITE_FILE);
        rules.grant(readable, true, READ);
        rules.grant(granted, true, Landlock.EVERYTHING & ~Landlock.DEVICE_CONTROL);
    }

    @AfterEach
    void close() {
        if (Landlock.version() >= 3) {
            rules.close();
        }
    }

    /// Puts one file into each directory, and nothing else.
    private void fill() throws IOException {
        for (Path it : List.of(granted, readable, denied)) {
            try (Stream<Path> all = Files.walk(it)) {
                for (Path left : all.skip(1).sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(left);
                }
            }
            Files.writeString(it.resolve("file"), "content\n");
        }
    }

    private void restrict() throws IOException {
        Privileges.setNoNewPrivileges();
        rules.restrictThread();
    }

    private String output(String script, Path... arguments) throws Exception {
        var words = new String[arguments.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = arguments[i].toString();
        }
        String free = SpawnedBash.run(script, words).output();
        assertThat(free).as("without restrictions").doesNotContain("denied", "not permitted");
        fill();
        Outcome outcome = RestrictedThread.run(this::restrict, script, words);
        return outcome.output().replaceAll("bash: (line \\d+: )?", "");
    }

    @Test
    void grantsWhatItNamesAndEverythingBelow() throws Exception {
        assertThat(
                        output(
                                "cd \"$1\" && cat file && mkdir -p d/e && echo x >d/e/f && mv d/e/f g && cat g && rm -r d g && cat \"$2/file\"",
                                granted,
                                readable))
                .isEqualTo("content\nx\ncontent\n");
    }

    @Test
    void deniesReadingWhatItDoesNotName() throws Exception {
        assertThat(output("cat \"$1/file\"", denied))
                .isEqualTo("cat: %s/file: Permission denied\n", denied);
        assertThat(output("ls \"$1\"", denied))
                .isEqualTo("ls: cannot open directory '%s': Permission denied\n", denied);
    }

    @Test
    void deniesEveryChangeOfWhatIsOnlyReadable() throws Exception {
        for (String change :
                List.of(
                        "echo x >>\"$1/file\"",
                        "echo x >\"$1/new\"",
                        "mkdir \"$1/new\"",
                        "rm -f \"$1/file\"",
                        "truncate -s 0 \"$1/file\"",
                        "mv -f \"$1/file\" \"$1/other\"",
                        "ln -sf x \"$1/link\"",
                        "mkfifo \"$1/pipe\"")) {
            assertThat(output(change + " || exit 1", readable))
                    .as(change)
                    .contains("Permission denied");
            try (Stream<Path> all = Files.list(readable)) {
                assertThat(all).as(change).containsExactly(readable.resolve("file"));
            }
            assertThat(readable.resolve("file")).hasContent("content\n");
            fill();
        }
    }

    @Test
    void deniesTcp() throws Exception {
        assumeTrue(Landlock.version() >= 4, "this Landlock has no rules for TCP");
        try (var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertThat(
                            output("exec 3<>/dev/tcp/127.0.0.1/" + server.getLocalPort())
                                    .replaceAll("\\d", ""))
                    .startsWith("connect: Permission denied\n");
        }
    }

    @Test
    void deniesSignalsToProcessesOutside() throws Exception {
        assumeTrue(Landlock.blocksSignals(), "this Landlock has no scopes");
        String script = "kill -0 " + ProcessHandle.current().pid();
        assertThat(output(script))
                .isEqualTo("kill: (%d) - Operation not permitted\n", ProcessHandle.current().pid());
        assertThat(output("sleep 600 & kill $! && echo own")).isEqualTo("own\n");
    }

    @Test
    void leavesOtherThreadsOfTheProcessAlone() throws Exception {
        RestrictedThread.run(this::restrict, "true");
        assertThat(denied.resolve("file")).hasContent("content\n");
        Files.writeString(denied.resolve("new"), "x");
    }

    @Test
    void grantsNothingThatDoesNotExist() {
        assertThatThrownBy(() -> rules.grant(denied.resolve("none"), false, Landlock.READ_FILE))
                .isInstanceOf(IOException.class)
                .hasMessage("open %s failed with error 2", denied.resolve("none"));
    }
}
