package dev.deft.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The modules of the console without a browser: what they compute, and their types.
class ConsoleModulesTest {

    private static final Path TESTS = Path.of("src/test/node/modules").toAbsolutePath();
    private static final Path SOURCES =
            Path.of("src/main/resources/dev/deft/server/console").toAbsolutePath();
    private static final Path COMPILER =
            Path.of("target/node/node_modules/typescript/bin/tsc").toAbsolutePath();

    /// What the modules import, and the types behind it.
    private static final Map<String, String> TYPES =
            Map.ofEntries(
                    Map.entry("lit", "lit/index.d.ts"),
                    Map.entry("lit/*", "lit/*"),
                    Map.entry("lit-html", "lit-html/lit-html.d.ts"),
                    Map.entry("lit-html/*", "lit-html/*"),
                    Map.entry("lit-element/*", "lit-element/*"),
                    Map.entry(
                            "@lit/reactive-element", "lit__reactive-element/reactive-element.d.ts"),
                    Map.entry("@lit/reactive-element/*", "lit__reactive-element/*"),
                    Map.entry("marked", "marked/lib/marked.d.ts"),
                    Map.entry("dompurify", "dompurify/dist/purify.es.d.mts"),
                    Map.entry("chart.js", "chart.js/dist/types.d.ts"),
                    Map.entry("chart.js/auto", "chart.js/auto/auto.d.ts"),
                    Map.entry("@kurkle/color", "kurkle__color/dist/color.d.ts"));

    private static String run(Path directory, List<String> command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("node", ".out");
        try {
            int status =
                    new ProcessBuilder(command)
                            .directory(directory.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start()
                            .waitFor();
            String said = Files.readString(output);
            assertThat(status).as(said).isZero();
            return said;
        } finally {
            Files.delete(output);
        }
    }

    @Test
    void computeWhatTheirTestsSay() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("node", "--test"));
        try (Stream<Path> files = Files.list(TESTS)) {
            files.map(Path::toString).filter(it -> it.endsWith(".test.mjs")).forEach(command::add);
        }
        assertThat(run(TESTS, command)).containsPattern("(?m)^\\S+ pass [1-9][0-9]");
    }

    @Test
    @Tag("slow")
    void haveTheTypesThatTheirCommentsSay(@TempDir Path directory)
            throws IOException, InterruptedException {
        assertThat(COMPILER).as("./check installs it, to target/node").isRegularFile();
        for (WebLibrary library : WebLibrary.all()) {
            unpackTypes(library, directory.resolve(library.name()));
        }
        Files.writeString(directory.resolve("tsconfig.json"), settings());
        run(directory, List.of("node", COMPILER.toString(), "-p", "tsconfig.json"));
    }

    private static void unpackTypes(WebLibrary library, Path to) throws IOException {
        String root =
                "META-INF/resources/webjars/" + library.name() + "/" + library.version() + "/";
        URL found = ConsoleModulesTest.class.getClassLoader().getResource(root);
        assertThat(found).as(root).isNotNull();
        try (JarFile jar = ((JarURLConnection) found.openConnection()).getJarFile()) {
            for (JarEntry entry : jar.stream().toList()) {
                if (entry.getName().startsWith(root) && entry.getName().matches(".*\\.d\\.m?ts")) {
                    Path file = to.resolve(entry.getName().substring(root.length()));
                    Files.createDirectories(file.getParent());
                    try (InputStream in = jar.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                }
            }
        }
    }

    private static String settings() {
        List<String> paths = new ArrayList<>();
        TYPES.forEach((name, file) -> paths.add("\"%s\": [\"./%s\"]".formatted(name, file)));
        return """
        {
          "compilerOptions": {
            "target": "es2023",
            "module": "esnext",
            "moduleResolution": "bundler",
            "lib": ["es2023", "dom", "dom.iterable"],
            "allowJs": true,
            "checkJs": true,
            "noEmit": true,
            "strict": true,
            "noUnusedLocals": true,
            "noUnusedParameters": true,
            "noImplicitReturns": true,
            "skipLibCheck": true,
            "types": [],
            "paths": { %s }
          },
          "include": ["%s/**/*.js"]
        }
        """
                .formatted(String.join(", ", paths), SOURCES);
    }
}
