package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/// The scripts of the root in a checkout of their own, with a stand-in for Maven that takes no
/// time.
final class FakeCheckout {

    private static final List<String> MODULES =
            List.of(
                    "api",
                    "runtime",
                    "tools",
                    "machine",
                    "agent",
                    "engine",
                    "protocols",
                    "server",
                    "integrations/embeddings",
                    "integrations/postgres",
                    "integrations/telemetry",
                    "app");

    /// Where the sources of the program are.
    static final String MAIN = "app/src/main/java/dev/deft/app/Main.java";

    /// The classes that stand for the program after Maven has built it.
    static final String BUILT = "app/target/launch/deft-app-1.jar";

    /// Says what it was given, and ends in a way of its own. If the launcher has found changes, it
    /// calls it again; the real program is replaced by it.
    private static final String PROGRAM =
            """
            package dev.deft.app;

            import java.nio.file.*;
            import java.util.*;

            public class Main {
                public static void main(String[] args) throws Exception {
                    if (args.length > 0 && args[0].equals("--train")) {
                        // A class that the first cache does not have.
                        if (args[1].equals("rest")) new StringTokenizer("");
                        return;
                    }
                    String look = System.getProperty("deft.look");
                    if (look != null && !found(Path.of(look)).equals("looked\\n")) {
                        List<String> again = new ArrayList<>(List.of("sh", System.getenv("DEFT_COMMAND")));
                        again.addAll(List.of(args));
                        var launcher = new ProcessBuilder(again).inheritIO();
                        launcher.environment().put("DEFT_STALE", "yes");
                        System.exit(launcher.start().waitFor());
                    }
                    System.out.println(List.of(args));
                    System.in.transferTo(System.out);
                    System.exit(7);
                }

                static String found(Path look) throws Exception {
                    String found = Files.readString(look);
                    while (!found.endsWith("looked\\n")) {
                        Thread.onSpinWait();
                        found = Files.readString(look);
                    }
                    Files.delete(look);
                    return found;
                }
            }
            """;

    /// Builds the program for ./deft, or leaves the reports that ./check counts: of tests or of
    /// mutants.
    private static final String MAVEN =
            """
            #!/bin/sh
            cd "${0%/*}/../checkout" || exit 1
            echo "$*" >>../maven.log
            echo '[INFO] Building Deft app 1 [1/1]'
            if [ -f ../broken ]; then
                echo '[ERROR] planted mistake -> [Help 1]'
                exit 1
            fi
            if [ -f ../offline ]; then
                rm ../offline
                echo '[ERROR] Could not transfer artifact a from/to central: Connection reset -> [Help 1]'
                exit 1
            fi
            case $* in
            *-Dmutants=*) mkdir -p runtime/target/mutants && cp -r ../pit-reports runtime/target/mutants/ ;;
            *-Dquick*)
                for module in MODULES; do
                    mkdir -p $module/target/launch/classes
                    cp ../empty.jar $module/target/launch/deft-${module##*/}-1.jar
                done
                cp ../program.jar app/target/launch/deft-app-1.jar
                cp ../used.jar ../library.jar
                printf '%s' "$PWD/api/target/launch/deft-api-1.jar:${PWD%/*}/library.jar" >app/target/launch/classpath
                ;;
            *) mkdir -p app/target && cp -r ../reports app/target/surefire-reports ;;
            esac
            """;

    /// Stands in for a JDK, except that it trains a start-up cache in no time.
    private static final String JAVA =
            """
            #!/bin/sh
            for flag in "$@"; do
                case $flag in
                -XX:AOTCacheOutput=* | -XX:ArchiveClassesAtExit=*) : >"${flag#*=}" && exit ;;
                esac
            done
            exec 'JDK/bin/java' "$@"
            """;

    /// A class of a library that every start loads.
    static final String USED = "org/commonmark/Used.class";

    private final Path outside;
    private String javaHome;

    /// @param outside an empty directory, to hold the checkout and what is around it
    FakeCheckout(Path outside) throws IOException {
        this.outside = outside;
        for (String script :
                List.of(
                        "deft",
                        "check",
                        ".mvn/jdk.sh",
                        ".mvn/Bundle.java",
                        ".mvn/Desugar.java",
                        ".mvn/Lambda.java",
                        ".mvn/LambdaClass.java",
                        ".mvn/Lambdas.java",
                        ".mvn/NativeLibrary.java",
                        ".mvn/Notes.java",
                        ".mvn/Rebuild.java")) {
            copy(script);
        }
        write("pom.xml", "");
        for (String module : MODULES) {
            write(module + "/pom.xml", "");
            write(module + "/src/main/java/A.java", "class A {}");
        }
        write(MAIN, PROGRAM);
        program("mvn", MAVEN.replace("MODULES", String.join(" ", MODULES)));
        program("sleep", "#!/bin/sh\n");
        writeProgram("../jdk/bin/java", JAVA.replace("JDK", System.getProperty("java.home")));
        writeProgram("../jdk/bin/javac", "");
        write("../jdk/release", "JAVA_VERSION=\"25\"");
        javaHome = outside.resolve("jdk").toString();
        Files.createDirectories(outside.resolve("reports"));
        jars();
    }

    /// Lets the launcher believe in a system on which the program cannot come back to it.
    void useSystemWithoutReplacement() throws IOException {
        program("uname", "#!/bin/sh\necho Darwin\n");
    }

    void useRealJdk() {
        javaHome = System.getProperty("java.home");
    }

    private void copy(String script) throws IOException {
        Path copy = root().resolve(script);
        Files.createDirectories(copy.getParent());
        Files.copy(Checkout.file(script), copy);
    }

    /// Lets Maven build another program.
    void program(String source) throws IOException {
        jar("program.jar", "dev/deft/app/Main.class", source);
    }

    private void jars() throws IOException {
        program(PROGRAM);
        jar("empty.jar", "A.class", "class A {}");
        library();
    }

    private void jar(String file, String name, String source) throws IOException {
        try (OutputStream out = Files.newOutputStream(outside.resolve(file));
                var jar = new JarOutputStream(out, new Manifest())) {
            jar.putNextEntry(new JarEntry(name));
            jar.write(compiled(name, source));
        }
    }

    /// A library with a class that every start loads, and another form of it for newer versions of
    /// Java.
    private void library() throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
        try (OutputStream out = Files.newOutputStream(outside.resolve("used.jar"));
                var jar = new JarOutputStream(out, manifest)) {
            for (String prefix : List.of("", "META-INF/versions/21/")) {
                jar.putNextEntry(new JarEntry(prefix + USED));
                jar.write(
                        compiled(
                                USED,
                                "package org.commonmark; public class Used { String form = \"%s\"; }"
                                        .formatted(prefix)));
            }
            jar.putNextEntry(new JarEntry("org/commonmark/text.properties"));
        }
    }

    private byte[] compiled(String name, String source) throws IOException {
        Path classes = Files.createDirectories(outside.resolve("classes"));
        assertThat(JavaSources.compile(classes, source)).isEmpty();
        return Files.readAllBytes(classes.resolve(name));
    }

    Path root() {
        return outside.resolve("checkout");
    }

    void write(String path, String text) throws IOException {
        Path file = root().resolve(path).normalize();
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /// Puts a program on the path, before those of the machine.
    void program(String name, String text) throws IOException {
        writeProgram("../bin/" + name, text);
    }

    private void writeProgram(String path, String text) throws IOException {
        write(path, text);
        assertThat(root().resolve(path).normalize().toFile().setExecutable(true)).isTrue();
    }

    /// How often Maven was called.
    int builds() throws IOException {
        return Files.readAllLines(outside.resolve("maven.log")).size();
    }

    /// Starts a command outside of the checkout.
    Process start(String... command) throws IOException {
        var builder = new ProcessBuilder(command).directory(outside.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("PATH", outside.resolve("bin") + ":" + environment.get("PATH"));
        environment.put("JAVA_HOME", javaHome);
        return builder.start();
    }

    Ran run(String... command) throws IOException, InterruptedException {
        return result(start(command));
    }

    /// Runs a script of the checkout.
    Ran script(String name, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<String>(List.of(root().resolve(name).toString()));
        command.addAll(List.of(arguments));
        return run(command.toArray(String[]::new));
    }

    static Ran result(Process process) throws IOException, InterruptedException {
        process.getOutputStream().close();
        try (var out = process.getInputStream();
                var err = process.getErrorStream()) {
            String said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            String complained = new String(err.readAllBytes(), StandardCharsets.UTF_8);
            return new Ran(process.waitFor(), said, complained);
        }
    }

    /// How a command ended.
    record Ran(int code, String out, String err) {}
}
