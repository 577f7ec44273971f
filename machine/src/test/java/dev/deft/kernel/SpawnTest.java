package dev.deft.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.kernel.ChildProcesses.ExitStatus;
import dev.deft.kernel.SpawnedBash.Outcome;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpawnTest {

    /// Characters that shells and encodings treat specially.
    private static final String CHARACTERS = "a \t\n'\"\\$`*;&|<>~#=-€ä😀";

    @TempDir Path directory;

    @BeforeEach
    void onLinux() {
        assumeTrue(Spawn.available(), "only Linux has these system calls");
    }

    private static String text(Random random) {
        int[] all = CHARACTERS.codePoints().toArray();
        int[] some = random.ints(random.nextInt(12), 0, all.length).map(i -> all[i]).toArray();
        return new String(some, 0, some.length);
    }

    @Test
    void passesEveryArgumentUnchanged() throws IOException {
        var random = new Random(3);
        for (int i = 0; i < 20; i++) {
            List<String> arguments =
                    Stream.generate(() -> text(random)).limit(random.nextInt(6)).toList();
            Outcome outcome =
                    SpawnedBash.run(
                            "for word; do printf '<%s>\\0' \"$word\"; done",
                            arguments.toArray(String[]::new));
            assertThat(outcome.output())
                    .isEqualTo(
                            arguments.stream()
                                    .map(it -> "<" + it + ">\0")
                                    .collect(Collectors.joining()));
        }
    }

    @Test
    void setsExactlyTheGivenEnvironment() throws IOException {
        var random = new Random(4);
        Map<String, String> variables = new TreeMap<>();
        for (int i = 0; i < 20; i++) {
            variables.put("NAME_" + i, text(random));
        }
        Outcome outcome =
                SpawnedBash.run("tr '\\0' '\\1' </proc/$$/environ", variables, Spawn::start);
        assertThat(List.of(outcome.output().split("\1", -1)))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(
                                        variables.entrySet().stream().map(Object::toString),
                                        Stream.of(""))
                                .toList());
    }

    @Test
    void numbersTheDescriptorsFromZeroAndPassesNoOthers() throws IOException {
        List<Descriptors.Pipe> pipes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            pipes.add(Descriptors.pipe());
        }
        int devNull = Descriptors.openDevNull();
        int child =
                SpawnedBash.start(
                        "for i in {0..99}; do [ ! -e /proc/$$/fd/$i ] || echo $i; done; echo two >&2; echo three >&3; echo four >&4",
                        List.of(
                                devNull,
                                pipes.get(0).writeEnd(),
                                pipes.get(1).writeEnd(),
                                pipes.get(2).writeEnd(),
                                pipes.get(3).writeEnd()));
        pipes.forEach(it -> Descriptors.close(it.writeEnd()));
        List<String> printed = new ArrayList<>();
        for (Descriptors.Pipe it : pipes) {
            printed.add(SpawnedBash.readAll(it.readEnd()));
            Descriptors.close(it.readEnd());
        }
        Descriptors.close(devNull);
        SpawnedBash.awaitExit(child);
        assertThat(printed).containsExactly("0\n1\n2\n3\n4\n", "two\n", "three\n", "four\n");
    }

    @Test
    void leadsASessionAndAGroupOfItsOwn() throws IOException {
        Outcome outcome =
                SpawnedBash.run(
                        "read -r stat <\"/proc/$$/stat\"; set -- ${stat##*) }; [ \"$3 $4\" = \"$$ $$\" ] && echo leader");
        assertThat(outcome.output()).isEqualTo("leader\n");
    }

    /// Prints which signals a spawned program blocks and ignores.
    static final class Masks {

        private Masks() {}

        public static void main(String[] arguments) throws IOException {
            System.out.print(
                    SpawnedBash.run("exec grep -E 'SigBlk|SigIgn' /proc/self/status").output());
        }
    }

    /// The C library keeps two real-time signals for itself.
    @Test
    void blocksAndIgnoresNoStandardSignalsEvenIfTheJvmDoes() throws Exception {
        Process process =
                new ProcessBuilder(
                                "/bin/bash",
                                "-c",
                                "trap '' HUP USR1 TERM; exec \"$@\"",
                                "bash",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xrs",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Masks.class.getName())
                        .redirectErrorStream(true)
                        .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output.lines().map(SpawnTest::standardSignals)).containsExactly(0L, 0L);
    }

    private static long standardSignals(String line) {
        return Long.parseUnsignedLong(line.replaceAll(".*\\s", ""), 16) & 0x7fffffffL;
    }

    @Test
    void startsInTheGivenDirectory() throws IOException {
        Path file = directory.toRealPath().resolve("out");
        Files.createFile(file);
        int devNull = Descriptors.openDevNull();
        int output = Descriptors.openForAppending(file);
        int child =
                new Spawn(
                                SpawnedBash.words("pwd -P"),
                                Map.of(),
                                Optional.of(directory),
                                List.of(devNull, output, output))
                        .start();
        Descriptors.close(devNull);
        Descriptors.close(output);
        SpawnedBash.awaitExit(child);
        assertThat(file).hasContent(directory.toRealPath().toString());
    }

    @Test
    void reportsEveryExitCode() throws IOException {
        for (int code : List.of(0, 1, 2, 42, 127, 128, 129, 137, 200, 255)) {
            ExitStatus status = SpawnedBash.run("exit " + code).status();
            assertThat(new ExitStatus(status.code(), status.signal(), Duration.ZERO))
                    .isEqualTo(new ExitStatus(code, OptionalInt.empty(), Duration.ZERO));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6, 9, 11, 13, 14, 15})
    void reportsTheSignalThatKilledIt(int signal) throws IOException {
        int devNull = Descriptors.openDevNull();
        int child =
                new Spawn(
                                List.of("/bin/sleep", "600"),
                                Map.of(),
                                Optional.empty(),
                                List.of(devNull, devNull, devNull))
                        .start();
        Descriptors.close(devNull);
        assertThat(ChildProcesses.signal(child, signal)).isTrue();
        ExitStatus status = SpawnedBash.awaitExit(child);
        assertThat(new ExitStatus(status.code(), status.signal(), Duration.ZERO))
                .isEqualTo(new ExitStatus(128 + signal, OptionalInt.of(signal), Duration.ZERO));
    }

    /// The kernel counts at least the CPU time the shell itself reports at its end.
    @Test
    void countsTheCpuTimeOfAChildAndItsOwnChildren() throws IOException {
        Outcome outcome =
                SpawnedBash.run(
                        """
                        burn() { for ((i = 0; i < 30000; i++)); do :; done; }
                        burn; (burn; burn)
                        times
                        """);
        double reported = 0;
        for (String part : outcome.output().strip().split("\\s+", -1)) {
            String[] minutes = part.replace("s", "").split("m", -1);
            reported += Integer.parseInt(minutes[0]) * 60 + Double.parseDouble(minutes[1]);
        }
        double counted = outcome.status().cpu().toNanos() / 1e9;
        assertThat(reported).isPositive();
        assertThat(counted).isBetween(reported - 0.02, reported + 5);
    }

    @Test
    void saysWhyAProgramCannotBeStarted() throws IOException {
        Path file = Files.writeString(directory.resolve("data"), "no program");
        assertThatThrownBy(() -> spawn("/no/such/program").start())
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage("/no/such/program");
        assertThatThrownBy(() -> spawn(file.toString()).start())
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage(file.toString());
        assertThat(file.toFile().setExecutable(true)).isTrue();
        assertThatThrownBy(() -> spawn(file.toString()).start())
                .isInstanceOf(IOException.class)
                .hasMessage("start of %s: error 8", file);
    }

    private static Spawn spawn(String program) {
        return new Spawn(List.of(program), Map.of(), Optional.empty(), List.of());
    }
}
