package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Runs the scenario folders of the file tools once more, through `deft call` on real files: what
/// holds for the host in memory holds for the machine.
class RealFilesTest {

    private static final Path SCENARIOS = Path.of("../tools/src/test/resources/scenarios");

    /// Parameters of dialects, and limits no command line sets.
    private static final Set<String> NOT_PUBLISHED =
            Set.of(
                    "occurrence",
                    "start_line",
                    "end_line",
                    "edits",
                    "newest_first",
                    "literal_fallback",
                    "recursive",
                    "tree",
                    "ignore",
                    "detailed",
                    "numbered",
                    "encoding",
                    "page_bytes");

    @TempDir private Path directory;

    @TestFactory
    Stream<DynamicTest> scenariosHoldOnRealFiles() throws IOException {
        List<Path> cases = cases();
        assertThat(cases).as("a rule over nothing would pass").hasSizeGreaterThan(100);
        return cases.stream()
                .map(it -> dynamicTest(SCENARIOS.relativize(it).toString(), () -> check(it)));
    }

    private static List<Path> cases() throws IOException {
        try (Stream<Path> tree = Files.walk(SCENARIOS, 3)) {
            return tree.filter(it -> it.endsWith("call.json"))
                    .map(Path::getParent)
                    .filter(RealFilesTest::isPublished)
                    .sorted()
                    .toList();
        }
    }

    private static boolean isPublished(Path folder) {
        Json.Obj call = json(folder.resolve("call.json"));
        boolean ownLimits = call.fields().size() > 1;
        boolean listing = tool(folder).equals("ls") && arguments(call).find("pattern").isPresent();
        return !ownLimits
                && !listing
                && arguments(call).fields().keySet().stream().noneMatch(NOT_PUBLISHED::contains);
    }

    private static Json.Obj arguments(Json.Obj call) {
        return (Json.Obj) call.find("args").orElseThrow();
    }

    private static String tool(Path folder) {
        return folder.getName(folder.getNameCount() - 2).toString();
    }

    private void check(Path folder) throws Exception {
        Path root = Files.createTempDirectory(directory, "case");
        copy(folder.resolve("workspace"), root);
        String arguments = JsonText.write(arguments(json(folder.resolve("call.json"))));

        DeftRun run =
                DeftRun.in(
                        root,
                        Map.of("DEFT_HOME", directory.resolve("home").toString()),
                        "",
                        "call",
                        tool(folder),
                        arguments);

        Json.Obj expected = json(folder.resolve("expected.json"));
        Json.Obj envelope = JsonText.parseObject(run.out());
        if (expected.text("code").isPresent()) {
            assertThat(((Json.Obj) envelope.find("metadata").orElseThrow()).text("code"))
                    .as(run.out())
                    .isEqualTo(expected.text("code"));
        } else {
            assertThat(plain((Json.Obj) envelope.find("data").orElseThrow()))
                    .as(run.out())
                    .isEqualTo(plain((Json.Obj) expected.find("data").orElseThrow()));
        }
        Path after = folder.resolve("expected");
        assertThat(contents(root))
                .isEqualTo(contents(Files.exists(after) ? after : folder.resolve("workspace")));
    }

    /// Without what differs by the clock, and without the head that only the envelope has.
    private static Json.Obj plain(Json.Obj data) {
        return data.without("modified").without("head");
    }

    private static Json.Obj json(Path file) {
        try {
            return JsonText.parseObject(Files.readString(file));
        } catch (IOException e) {
            throw new IllegalStateException(file.toString(), e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Map.Entry<String, String> file : contents(from).entrySet()) {
            Path target = to.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.copy(from.resolve(file.getKey()), target);
        }
    }

    /// Every file by its path, with its bytes as text that loses nothing; Deft's own state apart.
    private static Map<String, String> contents(Path root) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        if (Files.notExists(root)) {
            return contents;
        }
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file).toString();
                if (!name.startsWith(".deft/")) {
                    contents.put(
                            name,
                            new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return contents;
    }
}
