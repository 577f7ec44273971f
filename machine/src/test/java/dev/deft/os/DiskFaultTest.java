package dev.deft.os;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.kernel.Syscalls;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A disk that fails once, at the first call of a kind, at the second, and so on to the last.
class DiskFaultTest {

    private static final int MOST_CALLS = 60;

    @TempDir private Path temporary;

    @BeforeEach
    void needATracer() throws Exception {
        assumeTrue(Syscalls.available(), "system calls are not ours here");
        assumeTrue(allowsTracing(), "no process may be traced here");
    }

    private boolean allowsTracing() throws InterruptedException {
        try {
            Path log = temporary.resolve("probe");
            return tracer(log, "fsync", "--", "true").start().waitFor() == 0;
        } catch (IOException _) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsync", "renameat2"})
    void leavesTheOldOrTheNewFileAndSaysSo(String call) throws Exception {
        assertThat(failAtEveryCall(call, "EIO", "a.txt")).isPositive();
    }

    @Test
    void saysThatTheDiskIsFull() throws Exception {
        assertThat(failAtEveryCall("write", "ENOSPC", "a.txt")).isPositive();
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"fsync", "renameat2", "write", "unlinkat", "mkdirat"})
    void changesAllFilesOrNone(String call) throws Exception {
        assertThat(failAtEveryCall(call, "EIO", "a.txt", "b.txt", "c/new.txt")).isPositive();
    }

    /// @return how many calls there were
    private int failAtEveryCall(String call, String error, String... paths) throws Exception {
        for (int when = 1; when < MOST_CALLS; when++) {
            Path root = freshRoot(call + when);
            Path log = temporary.resolve("log");
            var arguments = new ArrayList<Object>(List.of("replace", root));
            arguments.addAll(List.of(paths));
            String said = run(log, call + ":error=" + error + ":when=" + when, arguments);
            WorkspaceTree.open(root.toString(), Map.of()).close();
            assertThat(contents(root)).as("call %d, said: %s", when, said).isIn(outcomes(paths));
            if (said.equals("done")) {
                assertThat(contents(root)).isEqualTo(outcomes(paths).getLast());
            } else if (!said.isEmpty()) {
                // Nothing is said where the words themselves could not be written.
                assertThat(said).startsWith("io_error: ").endsWith(".");
            }
            assertThat(drafts(root)).as("call %d", when).isEmpty();
            if (!Files.readString(log).contains("INJECTED")) {
                assertThat(said).isEqualTo("done");
                return when - 1;
            }
        }
        throw new AssertionError("more than " + MOST_CALLS + " calls of " + call);
    }

    @Test
    void saysThatAFileCannotBeRead() throws Exception {
        Path root = freshRoot("read");
        Path file = root.resolve("a.txt").toRealPath();
        var child = Child.process("C.UTF-8", "load", root, "a.txt");
        var traced =
                tracer(
                        temporary.resolve("log"),
                        "read,pread64:error=EIO",
                        "-P",
                        file.toString(),
                        "--");
        traced.command().addAll(child.command());
        assertThat(output(traced))
                .isEqualTo(
                        "io_error: The disk reported an error on a.txt. Look at the file before you rely on it.");
    }

    private Path freshRoot(String name) throws IOException {
        Path root = Files.createDirectory(temporary.resolve(name));
        Files.writeString(root.resolve("a.txt"), "old");
        Files.writeString(root.resolve("b.txt"), "old");
        return root;
    }

    private static String run(Path log, String fault, List<Object> arguments) throws Exception {
        ProcessBuilder child = Child.process("C.UTF-8", arguments.toArray());
        ProcessBuilder traced = tracer(log, fault, "--");
        traced.command().addAll(child.command());
        return output(traced);
    }

    private static ProcessBuilder tracer(Path log, String fault, String... rest) {
        String call = fault.replaceFirst(":.*", "");
        var command =
                new ArrayList<String>(
                        List.of(
                                "strace",
                                "-f",
                                "--seccomp-bpf",
                                "-qq",
                                "-o",
                                log.toString(),
                                "-e",
                                "trace=" + call));
        if (!fault.equals(call)) {
            command.addAll(List.of("-e", "inject=" + fault));
        }
        command.addAll(List.of(rest));
        return new ProcessBuilder(command).redirectError(Redirect.DISCARD);
    }

    private static String output(ProcessBuilder command) throws Exception {
        Process process = command.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(process.waitFor()).isZero();
        return said;
    }

    /// What may be there afterwards: all old, or all new.
    private static List<Map<String, String>> outcomes(String... paths) {
        Map<String, String> before = Map.of("a.txt", "old", "b.txt", "old");
        Map<String, String> after = new TreeMap<>(before);
        for (String path : paths) {
            after.put(path, "new");
        }
        return List.of(before, after);
    }

    private static Map<String, String> contents(Path root) throws IOException {
        var contents = new TreeMap<String, String>();
        for (String path : Bench.files(root, it -> !it.startsWith(".deft/"))) {
            contents.put(path, Files.readString(root.resolve(path)));
        }
        return contents;
    }

    /// A free lock may stay until the next change of its path.
    private static List<String> drafts(Path root) throws IOException {
        return Bench.leftovers(root).stream().filter(it -> !it.startsWith(".deft/locks/")).toList();
    }
}
