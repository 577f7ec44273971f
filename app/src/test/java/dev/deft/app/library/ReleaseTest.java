package dev.deft.app.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.Checkout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Builds what would go to Maven Central, apart from the build that runs this test.
@Tag("slow")
class ReleaseTest {

    @TempDir Path directory;

    @Test
    void everyArtifactHasItsSourcesAndItsJavadoc() throws Exception {
        MavenRun.in(
                Checkout.file(""),
                directory.resolve("maven.log"),
                "-Prelease,!checked,!layout",
                "-Dout=target/release",
                "-Dmaven.test.skip=true",
                "-pl",
                "!bench",
                "verify");
        List<Pom> jars = Pom.published().stream().filter(Pom::hasJar).toList();
        assertThat(jars).as("a rule over nothing would pass").hasSizeGreaterThan(7);
        for (Pom pom : jars) {
            String name = pom.artifact() + "-" + Pom.version();
            Path built = Checkout.file(pom.module()).resolve("target/release");
            assertThat(entries(built.resolve(name + ".jar"))).anyMatch(it -> it.endsWith(".class"));
            assertThat(entries(built.resolve(name + "-sources.jar")))
                    .anyMatch(it -> it.endsWith(".java"));
            assertThat(entries(built.resolve(name + "-javadoc.jar")))
                    .contains("index.html")
                    .anyMatch(it -> it.endsWith("/package-summary.html"));
        }
        assertThat(Files.readString(directory.resolve("maven.log")))
                .contains("Nothing is signed: no key was named");
    }

    private static List<String> entries(Path jar) throws Exception {
        assertThat(jar).isRegularFile();
        try (var file = new JarFile(jar.toFile())) {
            return file.stream().map(it -> it.getName()).toList();
        }
    }
}
