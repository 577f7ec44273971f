package dev.deft.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The system calls of another JVM, decoded by `strace`: numbers, flags and the order of arguments
/// are read by a program that knows them from the kernel's headers.
class SystemCallTraceTest {

    private static final Path STRACE = Path.of("/usr/bin/strace");

    @TempDir Path directory;

    /// Makes the calls; the only argument is a directory.
    static final class Calls {

        private Calls() {}

        public static void main(String[] arguments) throws IOException {
            try (FileHandle root = FileHandle.openDirectory(arguments[0]);
                    FileHandle file =
                            root.openBeneath(
                                    "traced", FileHandle.READ_WRITE | FileHandle.CREATE, 0640)) {
                file.write(Bytes.of("abc"));
                file.permissions(0600);
                root.status("traced");
                root.writable("traced");
                file.tryLock();
                file.sync();
                OpenFileAttributes.modified(file, 1_500_000_000L);
                root.makeLink("traced-link", "traced");
                root.renameToFree("traced", root, "traced-2");
                root.rename("traced-2", root, "traced-3");
                root.unlink("traced-link");
                root.makeDirectory("traced-d", 0700);
                root.removeDirectory("traced-d");
            }
            Landlock.version();
        }
    }

    @Test
    void showsTheCallsThatWereMeant() throws Exception {
        assumeTrue(Syscalls.available(), "only Linux has these system calls");
        assumeTrue(Files.isExecutable(STRACE), "strace is not installed");
        Path trace = directory.resolve("trace");
        Process process =
                new ProcessBuilder(
                                STRACE.toString(),
                                "-f",
                                "-o",
                                trace.toString(),
                                "-e",
                                "trace=openat2,write,fchmod,statx,faccessat,flock,fsync,utimensat,symlinkat,renameat2,unlinkat,mkdirat,landlock_create_ruleset",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Calls.class.getName(),
                                directory.toString())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assumeTrue(!output.contains("ptrace"), () -> "strace does not work here: " + output);
        assertThat(process.waitFor()).as(output).isZero();
        List<String> calls =
                Files.readAllLines(trace).stream()
                        .filter(it ->
                                it.contains("traced") || it.contains("landlock") || isOfAFile(it))
                        .map(SystemCallTraceTest::plain)
                        .toList();
        assertThat(calls)
                .containsSubsequence(
                        "openat2(FD, \"traced\", {flags=O_RDWR|O_CREAT|O_CLOEXEC, mode=0640, resolve=RESOLVE_NO_MAGICLINKS|RESOLVE_NO_SYMLINKS|RESOLVE_BENEATH}, 24) = FD",
                        "write(FD, \"abc\", 3) = 3",
                        "fchmod(FD, 0600) = 0",
                        "statx(FD, \"traced\", AT_STATX_SYNC_AS_STAT|AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, …) = 0",
                        "faccessat(FD, \"traced\", W_OK) = 0",
                        "flock(FD, LOCK_EX|LOCK_NB) = 0",
                        "fsync(FD) = 0",
                        "utimensat(AT_FDCWD, \"/proc/self/fd/FD\", [UTIME_OMIT, {tv_sec=1, tv_nsec=500000000}], 0) = 0",
                        "symlinkat(\"traced\", FD, \"traced-link\") = 0",
                        "renameat2(FD, \"traced\", FD, \"traced-2\", RENAME_NOREPLACE) = 0",
                        "renameat2(FD, \"traced-2\", FD, \"traced-3\", 0) = 0",
                        "unlinkat(FD, \"traced-link\", 0) = 0",
                        "mkdirat(FD, \"traced-d\", 0700) = 0",
                        "unlinkat(FD, \"traced-d\", AT_REMOVEDIR) = 0");
        assertThat(calls)
                .anyMatch(it ->
                        it.startsWith(
                                "landlock_create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION)"));
    }

    private static boolean isOfAFile(String line) {
        return line.contains("\"abc\"")
                || line.contains("fchmod(")
                || line.contains("flock(")
                || line.contains("fsync(")
                || line.contains("utimensat(");
    }

    /// Without process ids, numbers of descriptors, comments and what the kernel wrote.
    private static String plain(String line) {
        return line.replaceFirst("^\\d+\\s+", "")
                .replaceAll("\\s*/\\*.*?\\*/", "")
                .replaceFirst("\\)\\s+= ", ") = ")
                .replaceFirst("STATX_BASIC_STATS, \\{.*\\}\\)", "STATX_BASIC_STATS, …)")
                .replaceFirst("^(\\w+)\\(\\d+", "$1(FD")
                .replaceFirst("^(symlinkat\\(\"traced\", )\\d+", "$1FD")
                .replaceFirst("^(renameat2\\(FD, \"[^\"]*\", )\\d+", "$1FD")
                .replaceFirst("/fd/\\d+", "/fd/FD")
                .replaceFirst("^(openat2.*= )\\d+$", "$1FD");
    }
}
