package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.process.TestRunnerChild.Outcome;
import dev.deft.sandbox.HostPrograms;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/// What a command cannot do for an ordinary user, where these tests run as root.
///
/// Each kind of user meets another kernel: root has capabilities to lose, an ordinary user needs
/// namespaces that not everybody is given. Where these tests run as an ordinary user, the classes
/// named here are run by that user anyway.
@Tag("slow")
class OrdinaryUserTest {

    private static final int NOBODY = 65_534;
    private static final int TIMEOUT_SECONDS = 900;

    private static final List<Class<?>> CLASSES =
            List.of(
                    SandboxTest.class,
                    LandlockTest.class,
                    NetworkTest.class,
                    ResourceLimitsTest.class,
                    EscapeTest.class,
                    ProtectedFilesTest.class,
                    RepositoryTest.class);

    private Path place = Path.of("");

    @BeforeEach
    void moveIn() throws Exception {
        assumeTrue(isRoot(), "these tests do not run as root, so the same were run directly");
        assumeTrue(isInstalled("setpriv"), "setpriv of util-linux is not installed");
        assumeTrue(isInstalled("bwrap"), "bubblewrap is not installed");
        assumeTrue(
                isOpenToAll(Path.of(System.getProperty("java.home"))),
                "the JDK lies where an ordinary user cannot go");
        Path build = Path.of("target").toAbsolutePath();
        place =
                isOpenToAll(build)
                        ? Files.createTempDirectory(build, "nobody")
                        : Files.createTempDirectory("nobody");
        for (Path it : List.of(place, home(), place.resolve("target"))) {
            Files.createDirectories(it);
            Files.setPosixFilePermissions(it, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setAttribute(it, "unix:uid", NOBODY);
        }
        Path said = place.resolve("sandbox.txt");
        int code =
                asNobody(List.of("bwrap", "--unshare-user", "--ro-bind", "/", "/", "true"), said)
                        .start()
                        .waitFor();
        assumeTrue(code == 0, () -> "bubblewrap does not work for an ordinary user: " + text(said));
    }

    @AfterEach
    void moveOut() throws IOException {
        if (place.isAbsolute()) {
            try (Stream<Path> all = Files.walk(place)) {
                for (Path it : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(it);
                }
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> meetsTheSameFences() throws Exception {
        Path report = place.resolve("outcomes.txt");
        Path said = place.resolve("said.txt");
        Process child = asNobody(words(report), said).start();
        boolean over = child.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        child.destroyForcibly();
        assertThat(over && Files.exists(report)).as(text(said)).isTrue();
        assertThat(Files.getAttribute(report, "unix:uid")).isEqualTo(NOBODY);
        List<Outcome> outcomes = TestRunnerChild.read(report);
        assertThat(outcomes).as(text(said)).hasSizeGreaterThan(30);
        return outcomes.stream().map(it -> DynamicTest.dynamicTest(it.name(), it::settle));
    }

    private List<String> words(Path report) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(
                List.of(
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath(),
                        TestRunnerChild.class.getName(),
                        report.toString()));
        CLASSES.forEach(it -> words.add(it.getName()));
        return words;
    }

    /// Our classes and libraries may lie where nobody else can go.
    private String classPath() throws IOException {
        List<String> copies = new ArrayList<>();
        for (String it : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path entry = Path.of(it);
            if (Files.exists(entry)) {
                Path copy = place.resolve("classes").resolve(String.valueOf(copies.size()));
                copy(entry, copy);
                copies.add(copy.toString());
            }
        }
        return String.join(File.pathSeparator, copies);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path it : all.toList()) {
                boolean directory = Files.isDirectory(it);
                Path copy = to.resolve(from.relativize(it).toString());
                Files.createDirectories(directory ? copy : copy.resolveSibling("."));
                if (!directory) {
                    Files.copy(it, copy);
                }
                Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
    }

    private ProcessBuilder asNobody(List<String> words, Path said) {
        List<String> all = new ArrayList<>();
        all.addAll(List.of("setpriv", "--reuid", String.valueOf(NOBODY)));
        all.addAll(List.of("--regid", String.valueOf(NOBODY), "--clear-groups"));
        all.addAll(words);
        var builder =
                new ProcessBuilder(all)
                        .directory(place.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile());
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of("PATH", path, "HOME", home().toString(), "USER", "nobody"));
        return builder;
    }

    private Path home() {
        return place.resolve("home");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    private static boolean isInstalled(String program) {
        return new HostPrograms(Path.of("/nowhere"), System.getenv()).find(program).isPresent();
    }

    private static boolean isOpenToAll(Path path) throws IOException {
        Path real = path.toRealPath();
        for (Path it = real; it != null; it = it.getParent()) {
            if (!Files.getPosixFilePermissions(it).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }
}
