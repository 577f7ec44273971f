package dev.deft.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.process.TestRunnerChild;
import dev.deft.process.TestRunnerChild.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// The tests of this package, which have called through the JDK's linker, once more in a JVM that
/// calls through the library of `./deft`.
@Tag("slow")
class TrampolineTest {

    private static final Path WRITER = Path.of("..", ".mvn", "NativeLibrary.java");

    private static final List<Class<?>> CALLING =
            List.of(
                    TrampolineInUse.class,
                    SyscallsTest.class,
                    FileHandleTest.class,
                    OpenFileAttributesTest.class,
                    MemoryScanTest.class,
                    SpawnTest.class,
                    ChildProcessesTest.class,
                    PseudoTerminalTest.class,
                    SocketsTest.class,
                    InotifyTest.class,
                    FifoTest.class,
                    LandlockKernelTest.class,
                    PrivilegesTest.class,
                    WriteOrderTest.class);

    @TempDir Path directory;

    @BeforeEach
    void thereIsSomethingToCall() {
        assumeTrue(Syscalls.available(), "only Linux has these system calls");
    }

    @TestFactory
    Stream<DynamicTest> callsAsTheLinkerOfTheJdkDoes() throws Exception {
        Path library = directory.resolve("libdeft.so");
        write(library);

        List<Outcome> outcomes = run(library, CALLING);

        assertThat(outcomes).hasSizeGreaterThan(40);
        return named(outcomes);
    }

    @TestFactory
    Stream<DynamicTest> leavesCallsToTheLinkerIfTheLibraryIsDamaged() throws Exception {
        Path library = directory.resolve("damaged.so");
        write(library);
        Files.write(library, Arrays.copyOf(Files.readAllBytes(library), 100));

        return named(run(library, List.of(TrampolineInUse.class)));
    }

    @TestFactory
    Stream<DynamicTest> leavesCallsToTheLinkerIfTheLibraryIsOfAnotherProcessor() throws Exception {
        Path library = directory.resolve("other.so");
        write(library, "aarch64".equals(System.getProperty("os.arch")) ? "amd64" : "aarch64");

        return named(run(library, List.of(TrampolineInUse.class)));
    }

    @TestFactory
    Stream<DynamicTest> leavesCallsToTheLinkerIfThereIsNoLibrary() throws Exception {
        return named(run(directory.resolve("none.so"), List.of(TrampolineInUse.class)));
    }

    private static Stream<DynamicTest> named(List<Outcome> outcomes) {
        assertThat(outcomes).isNotEmpty();
        return outcomes.stream().map(it -> DynamicTest.dynamicTest(it.name(), it::settle));
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private void write(Path library, String... processor) throws Exception {
        List<String> words =
                new ArrayList<>(List.of(java(), WRITER.toString(), library.toString()));
        words.addAll(List.of(processor));
        assertThat(output(words)).isEmpty();
        assertThat(library).isNotEmptyFile();
    }

    private List<Outcome> run(Path library, List<Class<?>> classes) throws Exception {
        Path report = directory.resolve("outcomes.txt");
        List<String> words =
                new ArrayList<>(
                        List.of(
                                java(),
                                "-Xmx256m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-D%s=%s".formatted(Trampoline.PROPERTY, library),
                                "-cp",
                                System.getProperty("java.class.path"),
                                TestRunnerChild.class.getName(),
                                report.toString()));
        classes.forEach(it -> words.add(it.getName()));
        String said = output(words);
        assertThat(report).as(said).exists();
        return TestRunnerChild.read(report);
    }

    private String output(List<String> words) throws IOException, InterruptedException {
        Path said = directory.resolve("said.txt");
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        int _ = process.waitFor();
        return Files.readString(said);
    }
}
