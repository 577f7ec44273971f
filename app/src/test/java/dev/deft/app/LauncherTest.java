package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.app.FakeCheckout.Ran;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class LauncherTest {

    private static final Pattern OPENED =
            Pattern.compile("Opened shared archive file .*/(deft[a-z-]*\\.(?:aot|jsa))\\.");

    private static final Comparator<Path> BY_TIME =
            Comparator.comparingLong(it -> it.toFile().lastModified());

    @TempDir Path directory;

    private FakeCheckout checkout;

    @BeforeEach
    void freshClone() throws IOException {
        checkout = new FakeCheckout(Files.createDirectory(directory.resolve("it's a place")));
    }

    @Test
    void buildsOnTheFirstStartAloneAndKeepsStdoutClean() throws Exception {
        checkout.useRealJdk();
        Ran first = checkout.script("deft", "a");
        assertThat(first.out()).isEqualTo("[a]\n");
        assertThat(first.err()).contains("building app", "preparing a fast start", "built in");
        assertThat(checkout.script("deft", "a")).isEqualTo(new Ran(7, "[a]\n", ""));
        assertThat(checkout.builds()).isEqualTo(1);
        assertThat(cache()).isRegularFile();
    }

    @Test
    void compilesTheModuleAloneInWhichASourceWasEditedAddedOrDeleted() throws Exception {
        checkout.script("deft");
        checkout.write("tools/src/main/java/A.java", "class A { /* edited */ }");
        Ran edited = checkout.script("deft", "a");
        assertThat(edited.out()).isEqualTo("[a]\n");
        assertThat(edited.err()).startsWith(building("tools"));
        checkout.write("tools/src/main/java/B.java", "class B {}");
        checkout.script("deft");
        assertThat(classes("tools")).containsExactlyInAnyOrder("A.class", "B.class");
        Files.move(source("tools", "B"), source("tools", "C"));
        checkout.write("tools/src/main/java/C.java", "class C {}");
        checkout.write("tools/src/main/resources/c.md", "of C");
        checkout.script("deft");
        assertThat(classes("tools")).containsExactlyInAnyOrder("A.class", "C.class", "c.md");
        Files.delete(source("tools", "C"));
        checkout.script("deft");
        assertThat(classes("tools")).containsExactlyInAnyOrder("A.class", "c.md");
        assertThat(checkout.script("deft", "a")).isEqualTo(new Ran(7, "[a]\n", ""));
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void noticesChangesBeforeAStartWhereTheProgramCannotComeBack() throws Exception {
        checkout.useSystemWithoutReplacement();
        checkout.script("deft");
        assertThat(checkout.script("deft", "a")).isEqualTo(new Ran(7, "[a]\n", ""));
        checkout.write("tools/src/main/java/A.java", "class A { /* edited */ }");
        assertThat(checkout.script("deft").err()).startsWith(building("tools"));
    }

    @Test
    void leavesNothingOfWhatItLookedAt() throws Exception {
        checkout.script("deft");
        checkout.script("deft");
        checkout.write("tools/src/main/java/A.java", "class A { /* edited */ }");
        checkout.script("deft");
        try (Stream<Path> files = Files.list(checkout.root().resolve("target/launch"))) {
            assertThat(files.map(it -> it.getFileName().toString()))
                    .contains("launch")
                    .noneMatch(it -> it.startsWith("look"));
        }
    }

    @Test
    void namesTheNativeLibraryOfTheBuildAlsoAfterAModuleWasCompiledAlone() throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "it is made for Linux only");
        checkout.useSystemWithoutReplacement();
        checkout.program(
                """
                package dev.deft.app;

                public class Main {
                    public static void main(String[] args) throws Exception {
                        if (args.length > 0) return;
                        String library = System.getProperty("deft.library");
                        try (var file = new java.io.FileInputStream(library)) {
                            System.out.println(new String(file.readNBytes(4), 1, 3));
                        }
                    }
                }
                """);
        assertThat(checkout.script("deft").out()).isEqualTo("ELF\n");
        checkout.write("tools/src/main/java/A.java", "class A { /* edited */ }");
        Ran ran = checkout.script("deft");
        assertThat(ran.err()).startsWith(building("tools"));
        assertThat(ran.out()).isEqualTo("ELF\n");
    }

    @Test
    void looksFirstWhereNothingCanBeWritten() throws Exception {
        checkout.script("deft");
        // A directory in the place of the file: not even root can write there.
        String block = "mkdir -p \"$1\"/target/launch/look-$$; exec \"$1\"/deft a";
        Ran ran = checkout.run("sh", "-c", block, "sh", checkout.root().toString());
        assertThat(ran).isEqualTo(new Ran(7, "[a]\n", ""));
    }

    @Test
    void compilesWhatFollowsAModuleWhoseConstantChanged() throws Exception {
        checkout.write("runtime/src/main/java/dev/deft/run/Most.java", most(1));
        checkout.write(FakeCheckout.MAIN, USER_OF_MOST);
        checkout.useSystemWithoutReplacement();
        checkout.script("deft");
        checkout.write("runtime/src/main/java/A.java", "class A { int one() { return 1; } }");
        assertThat(checkout.script("deft").out()).isEqualTo("1\n");
        checkout.write("runtime/src/main/java/dev/deft/run/Most.java", most(2));
        Ran ran = checkout.script("deft");
        assertThat(ran.out()).isEqualTo("2\n");
        assertThat(ran.err())
                .contains("building runtime", "building app")
                .doesNotContain("building api");
    }

    @Test
    void compilesNothingButTheModuleWhoseMethodsDoSomethingElse() throws Exception {
        checkout.write("runtime/src/main/java/A.java", "class A { int one() { return 1; } }");
        checkout.script("deft");
        checkout.write("runtime/src/main/java/B.java", "class B {}");
        checkout.script("deft");
        checkout.write("runtime/src/main/java/A.java", "class A { int one() { return 2; } }");
        assertThat(checkout.script("deft").err()).startsWith(building("runtime"));
    }

    @Test
    void buildsEverythingAgainWhenTheBuildItselfChanged() throws Exception {
        checkout.script("deft");
        checkout.write("agent/pom.xml", "<!-- edited -->");
        assertThat(checkout.script("deft").err()).contains("agent/pom.xml", "building everything");
        checkout.write(".mvn/jvm.config", "");
        checkout.script("deft");
        assertThat(checkout.builds()).isEqualTo(3);
    }

    @Test
    void buildsAgainWhenALibraryIsGone() throws Exception {
        checkout.script("deft");
        Files.delete(checkout.root().resolve("../library.jar"));
        checkout.script("deft");
        assertThat(checkout.builds()).isEqualTo(2);
    }

    @Test
    void tellsWhatDoesNotCompileAndTriesAgain() throws Exception {
        checkout.script("deft");
        checkout.write("tools/src/main/java/A.java", "class A { mistake }");
        Ran ran = checkout.script("deft");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("A.java:1: error", "target/launch/build.log");
        checkout.write("tools/src/main/java/A.java", "class A {}");
        assertThat(checkout.script("deft", "a").out()).isEqualTo("[a]\n");
    }

    @Test
    void compilesAgainWhenAnOlderFileTakesThePlaceOfASource() throws Exception {
        checkout.script("deft");
        Path source = checkout.root().resolve("api/src/main/java/A.java");
        Files.setLastModifiedTime(source, FileTime.fromMillis(0));
        assertThat(checkout.script("deft").err()).contains("building api");
    }

    @Test
    void keepsNoSecondCopyOfWhatItBuilt() throws Exception {
        checkout.script("deft");
        assertThat(checkout.root().resolve("tools/target/launch/classes")).doesNotExist();
        Path jar = checkout.root().resolve("tools/target/launch/deft-tools-1.jar");
        assertThat(Files.getAttribute(jar, "unix:nlink")).isEqualTo(2);
        try (Stream<Path> files = Files.walk(checkout.root().resolve("target/launch"))) {
            assertThat(files.map(it -> it.getFileName().toString()))
                    .contains("deft-tools-1.jar")
                    .doesNotContain("library.jar");
        }
    }

    @Test
    void leavesNoManifestForAStartToRead() throws Exception {
        checkout.script("deft");
        assertThat(entries(built("deft-tools-1.jar"))).containsExactly("A.class");
        checkout.write("tools/src/main/java/A.java", "class A { /* edited */ }");
        checkout.script("deft");
        assertThat(entries(built("deft-tools-1.jar"))).containsExactly("A.class");
        assertThat(entries(built("libraries.jar"))).containsExactly(FakeCheckout.USED);
    }

    @Test
    void takesTheClassesOfLibrariesInTheFormForThisJava() throws Exception {
        checkout.script("deft");
        try (var jar = new JarFile(built("libraries.jar").toFile());
                InputStream used = jar.getInputStream(jar.getEntry(FakeCheckout.USED))) {
            String content = new String(used.readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(content).contains("META-INF/versions/21");
        }
    }

    @Test
    void buildsNothingWhenOnlyATestChanged() throws Exception {
        checkout.script("deft");
        checkout.write("tools/src/test/java/ATest.java", "");
        checkout.script("deft");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void handsOverArgumentsInputAndExitCodeThroughASymbolicLink() throws Exception {
        Path link = directory.resolve("link");
        Files.createSymbolicLink(link, checkout.root().resolve("deft"));
        Ran ran =
                checkout.run(
                        "sh",
                        "-c",
                        "printf in | \"$0\" \"$@\"",
                        link.toString(),
                        "a b",
                        "*",
                        "",
                        "$x");
        assertThat(ran.out()).isEqualTo("[a b, *, , $x]\nin");
        assertThat(ran.code()).isEqualTo(7);
    }

    @Test
    void buildsOnceForTwoFirstStartsAtTheSameTime() throws Exception {
        String deft = checkout.root().resolve("deft").toString();
        List<Process> both = List.of(checkout.start(deft, "a"), checkout.start(deft, "b"));
        assertThat(FakeCheckout.result(both.getFirst()).out()).isEqualTo("[a]\n");
        assertThat(FakeCheckout.result(both.getLast()).out()).isEqualTo("[b]\n");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void tellsWhyABuildFailedAndTriesAgain() throws Exception {
        checkout.write("../broken", "");
        Ran ran = checkout.script("deft");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("planted mistake", "target/launch/build.log");
        Files.delete(checkout.root().resolve("../broken").normalize());
        assertThat(checkout.script("deft").code()).isEqualTo(7);
    }

    @Test
    void startsWithABrokenCacheAndWithoutOne() throws Exception {
        checkout.useRealJdk();
        checkout.script("deft");
        Files.writeString(cache(), "not a cache");
        assertThat(checkout.script("deft", "a")).isEqualTo(new Ran(7, "[a]\n", ""));
        Files.delete(cache());
        assertThat(checkout.script("deft", "a")).isEqualTo(new Ran(7, "[a]\n", ""));
    }

    @Test
    void startsEveryKindOfCommandFromACache() throws Exception {
        checkout.useRealJdk();
        checkout.script("deft");
        for (String words : List.of("--help", "--version", "run --help")) {
            assertThat(cachesOf(words)).as(words).containsExactly("deft-short.aot");
        }
        for (String words :
                List.of("", "-c", "call current_time", "run x", "demo", "mcp", "acp", "serve")) {
            assertThat(cachesOf(words)).as(words).containsExactly("deft.aot", "deft-rest.jsa");
        }
    }

    @Test
    void renewsTheCacheAloneForAnotherJdk() throws Exception {
        checkout.script("deft");
        checkout.useRealJdk();
        assertThat(checkout.script("deft").err())
                .contains("preparing a fast start")
                .doesNotContain("building");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void renewsTheCacheAloneWhenTheJdkWasUpgradedInItsPlace() throws Exception {
        checkout.script("deft");
        checkout.write("../jdk/release", "JAVA_VERSION=\"25.0.1\"");
        assertThat(checkout.script("deft").err())
                .contains("preparing a fast start")
                .doesNotContain("building");
        assertThat(checkout.script("deft").err()).isEmpty();
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void findsTheSameJdkByAnotherWayAndRemembersIt() throws Exception {
        checkout.script("deft");
        Path launch = checkout.root().resolve("target/launch/launch");
        FileTime time = Files.getLastModifiedTime(launch);
        Path jdk = checkout.root().resolveSibling("jdk").toRealPath();
        Ran ran =
                checkout.run(
                        "sh",
                        "-c",
                        "PATH=$1/bin:$PATH JAVA_HOME= exec \"$2\" a",
                        "sh",
                        jdk.toString(),
                        checkout.root().resolve("deft").toString());
        assertThat(ran).isEqualTo(new Ran(7, "[a]\n", ""));
        assertThat(launch).content().contains("java_home_then=''");
        assertThat(Files.getLastModifiedTime(launch)).isEqualTo(time);
        assertThat(checkout.script("deft", "a")).isEqualTo(new Ran(7, "[a]\n", ""));
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void renewsTheCacheAloneWhenTheSandboxWasInstalledLater() throws Exception {
        checkout.script("deft");
        Path launch = checkout.root().resolve("target/launch/launch");
        FileTime time = Files.getLastModifiedTime(launch);
        String known = Files.readString(launch);
        assertThat(known).contains("sandbox='yes'");
        Files.writeString(launch, known.replace("sandbox='yes'", "sandbox=''"));
        Files.setLastModifiedTime(launch, time);
        assertThat(checkout.script("deft").err())
                .contains("preparing a fast start")
                .doesNotContain("building");
        assertThat(checkout.script("deft").err()).isEmpty();
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void buildsItselfAnewWhereACheckoutWasCopiedTo() throws Exception {
        checkout.script("deft");
        Path copy = directory.resolve("copy");
        checkout.run("cp", "-r", checkout.root().toString(), copy.toString());
        checkout.run(copy.resolve("deft").toString());
        assertThat(checkout.builds()).isEqualTo(2);
        assertThat(cache()).as("the cache of the other one").exists();
    }

    /// The caches that the JVM has taken, the first of them with all classes in it.
    private List<String> cachesOf(String words) throws Exception {
        String options = "DEFT_JAVA_OPTS=-Xlog:aot,cds:file=aot.log";
        String script = checkout.root().resolve("deft").toString();
        checkout.run("sh", "-c", options + " '" + script.replace("'", "'\\''") + "' " + words);
        String log = Files.readString(checkout.root().resolveSibling("aot.log"));
        assertThat(log).contains("Using AOT-linked classes: true");
        return OPENED.matcher(log).results().map(it -> it.group(1)).toList();
    }

    private static String building(String module) {
        return """
        deft: changed since the last start: %1$s
        deft: building %1$s
        deft: preparing a fast start
        """
                .formatted(module);
    }

    private Path cache() throws IOException {
        return built("deft.aot");
    }

    /// What the last build left under a name.
    private Path built(String name) throws IOException {
        try (Stream<Path> files = Files.walk(checkout.root().resolve("target/launch"))) {
            return files.filter(it -> it.endsWith(name)).max(BY_TIME).orElseThrow();
        }
    }

    private Path source(String module, String name) {
        return checkout.root().resolve("%s/src/main/java/%s.java".formatted(module, name));
    }

    /// What the jar of a module holds that is ours.
    private List<String> classes(String module) throws IOException {
        String name = "%s/target/launch/deft-%s-1.jar".formatted(module, module);
        return entries(checkout.root().resolve(name)).stream()
                .filter(it -> !it.startsWith("META-INF/"))
                .toList();
    }

    private static List<String> entries(Path file) throws IOException {
        try (var jar = new JarFile(file.toFile())) {
            return jar.stream().map(ZipEntry::getName).toList();
        }
    }

    private static String most(int value) {
        return "package dev.deft.run; public class Most { public static final int MOST = %d; }"
                .formatted(value);
    }

    private static final String USER_OF_MOST =
            """
            package dev.deft.app;

            public class Main {
                public static void main(String[] args) {
                    System.out.println(dev.deft.run.Most.MOST);
                }
            }
            """;
}
