package dev.deft.app.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A Maven project of somebody who uses Deft, with a local repository of its own.
///
/// That repository has our artifacts as `install` would put them there. Everything else comes from
/// the local repository of the build, which is read as if it were a remote one and never written
/// to: no network is used.
final class ConsumerProject {

    private final Path directory;
    private final Path repository;
    private final Path settings;

    ConsumerProject(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory.resolve("project"));
        this.repository = directory.resolve("repository");
        this.settings = directory.resolve("settings.xml");
        Files.writeString(
                settings,
                """
                <settings><mirrors><mirror>
                  <id>offline</id><mirrorOf>*</mirrorOf><url>%s</url>
                </mirror></mirrors></settings>
                """
                        .formatted(MavenRun.localRepository().toUri()));
        install(Pom.root());
        for (Pom pom : Pom.published()) {
            if (!pom.module().equals("app")) {
                install(pom);
            }
        }
    }

    static Path jar(Pom pom) {
        return Checkout.file(pom.module())
                .resolve("target/%s-%s.jar".formatted(pom.artifact(), Pom.version()));
    }

    private void install(Pom pom) throws IOException {
        Path home =
                Files.createDirectories(
                        repository.resolve(
                                "dev/deft/%s/%s".formatted(pom.artifact(), Pom.version())));
        String name = pom.artifact() + "-" + Pom.version();
        Files.copy(Checkout.file(pom.module()).resolve("pom.xml"), home.resolve(name + ".pom"));
        if (pom.hasJar()) {
            Files.copy(jar(pom), home.resolve(name + ".jar"));
        }
    }

    Path file(String path) {
        return directory.resolve("work").resolve(path);
    }

    /// Adds a compact source file.
    void source(String name, String text) throws IOException {
        Path sources = Files.createDirectories(directory.resolve("src/main/java"));
        Files.writeString(sources.resolve(name + ".java"), text);
    }

    /// @param dependencies as the README has them
    void compile(String dependencies) throws IOException, InterruptedException {
        Files.writeString(directory.resolve("pom.xml"), pom(dependencies));
        maven("compile", dependencyPlugin("copy-dependencies"), "-DoutputDirectory=target/lib");
    }

    /// Runs a class in a directory beside the sources; it has to succeed.
    String run(String mainClass, Map<String, String> variables)
            throws IOException, InterruptedException {
        Path work = Files.createDirectories(directory.resolve("work"));
        Path log = directory.resolve(mainClass + ".log");
        var environment = new LinkedHashMap<String, String>(variables);
        environment.put("DEFT_HOME", directory.resolve("home").toString());
        int exit =
                MavenRun.run(
                        work,
                        log,
                        environment,
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                directory.resolve("target/classes")
                                        + ":"
                                        + directory.resolve("target/lib")
                                        + "/*",
                                mainClass));
        String said = Files.readString(log);
        assertThat(exit).as(said).isZero();
        return said;
    }

    /// What a program gets that depends on one of our artifacts and on nothing else.
    List<Path> resolve(String artifact) throws IOException, InterruptedException {
        Files.writeString(
                directory.resolve("pom.xml"),
                pom(
                        """
                        <dependencies><dependency>
                          <groupId>dev.deft</groupId><artifactId>%s</artifactId><version>%s</version>
                        </dependency></dependencies>
                        """
                                .formatted(artifact, Pom.version())));
        maven(dependencyPlugin("copy-dependencies"), "-DoutputDirectory=target/" + artifact);
        try (Stream<Path> jars = Files.list(directory.resolve("target/" + artifact))) {
            return jars.sorted().toList();
        }
    }

    private static String pom(String dependencies) {
        return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>org.example</groupId>
          <artifactId>example</artifactId>
          <version>1</version>
          <properties>
            <maven.compiler.release>25</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
          %s
          <build><plugins>
            <plugin><artifactId>maven-resources-plugin</artifactId><version>%s</version></plugin>
            <plugin><artifactId>maven-compiler-plugin</artifactId><version>%s</version></plugin>
          </plugins></build>
        </project>
        """
                .formatted(
                        dependencies,
                        pluginVersion("maven-resources-plugin"),
                        pluginVersion("maven-compiler-plugin"));
    }

    private static String dependencyPlugin(String goal) {
        return "org.apache.maven.plugins:maven-dependency-plugin:%s:%s"
                .formatted(pluginVersion("maven-dependency-plugin"), goal);
    }

    /// The version that our own build uses, which the local repository therefore has.
    private static String pluginVersion(String plugin) {
        return Pom.root()
                .text(
                        "/project/build/pluginManagement/plugins/plugin[artifactId='%s']/version"
                                .formatted(plugin));
    }

    private void maven(String... arguments) throws IOException, InterruptedException {
        List<String> all =
                Stream.concat(
                                Stream.of(
                                        "-s",
                                        settings.toString(),
                                        "-Dmaven.repo.local=" + repository),
                                Stream.of(arguments))
                        .toList();
        MavenRun.in(directory, directory.resolve("maven.log"), all.toArray(String[]::new));
    }
}
