package dev.deft.tools.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.host.Limits;
import dev.deft.json.Json;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Runs every folder under `scenarios/TOOL/CASE`: the call in `call.json` on the files in
/// `workspace/` gives `expected.json`, and leaves the files in `expected/`, or all as they were
/// where there is no such folder.
///
/// After a wanted change: `mvn test -Dgolden=update` rewrites `expected.json`; review the diff. The
/// files in `expected/` are written by hand.
class ScenarioTest {

    private static final Path SCENARIOS = Path.of("src/test/resources/scenarios");
    private static final boolean UPDATE = "update".equals(System.getProperty("golden"));

    @TestFactory
    Stream<DynamicTest> everyScenario() throws IOException {
        return cases().stream()
                .map(it -> dynamicTest(SCENARIOS.relativize(it).toString(), () -> check(it)));
    }

    @Test
    void thereAreScenariosForEveryTool() throws IOException {
        assertThat(cases()).as("a rule over nothing would pass").hasSizeGreaterThan(60);
        assertThat(cases().stream().map(ScenarioTest::toolId))
                .containsAll(FileTools.all().stream().map(it -> it.spec().id()).toList());
    }

    private static List<Path> cases() throws IOException {
        try (Stream<Path> tree = Files.walk(SCENARIOS, 3)) {
            return tree.filter(it -> it.endsWith("call.json"))
                    .map(Path::getParent)
                    .sorted()
                    .toList();
        }
    }

    private static void check(Path folder) throws Exception {
        Json.Obj call = JsonText.parseObject(Files.readString(folder.resolve("call.json")));
        var host = InMemoryHost.empty();
        files(folder.resolve("workspace")).forEach(host::with);
        Tool<?> tool = FileTools.named(toolId(folder));
        Json.Obj result = run(tool, call, host.within(limits(tool, call)));
        if (UPDATE) {
            Files.writeString(
                    folder.resolve("expected.json"), JsonText.writeIndented(result) + "\n");
        }
        assertThat(result)
                .isEqualTo(JsonText.parseObject(Files.readString(folder.resolve("expected.json"))));
        Path expected = folder.resolve("expected");
        assertThat(host.files().contents())
                .isEqualTo(files(Files.exists(expected) ? expected : folder.resolve("workspace")));
    }

    private static String toolId(Path folder) {
        return folder.getName(folder.getNameCount() - 2).toString();
    }

    private static Limits limits(Tool<?> tool, Json.Obj call) {
        Limits own = tool.spec().limits();
        return own.withItems(number(call, "items", own.items()))
                .withOutputBytes(number(call, "output_bytes", own.outputBytes()));
    }

    private static int number(Json.Obj call, String name, int otherwise) {
        return call.find(name)
                .flatMap(it -> ((Json.Num) it).asLong())
                .map(Long::intValue)
                .orElse(otherwise);
    }

    private static <P extends Record> Json.Obj run(Tool<P> tool, Json.Obj call, InMemoryHost host)
            throws IOException, InterruptedException {
        try {
            P params =
                    Records.read(
                            tool.spec().parameters(), (Json.Obj) call.find("args").orElseThrow());
            tool.touches(params, host.files());
            return switch (tool.run(params, host)) {
                case ToolResult.Output output -> written(output, host);
                case ToolResult.Failure why -> error(new HostException(why.code(), why.message()));
            };
        } catch (HostException e) {
            return error(e);
        }
    }

    private static Json.Obj written(ToolResult.Output output, InMemoryHost host) {
        Json.Obj result =
                Json.Obj.EMPTY
                        .with("title", output.title())
                        .with("data", Records.write(output.data()))
                        .with("text", Json.Arr.ofTexts(output.text().lines().toList()));
        return output.head()
                ? result.with("sidecar", Json.Arr.ofTexts(host.sidecarText().lines().toList()))
                : result;
    }

    private static Json.Obj error(HostException e) {
        return Json.Obj.EMPTY
                .with("code", e.code().wire())
                .with("error", Json.Arr.ofTexts(String.valueOf(e.getMessage()).lines().toList()));
    }

    private static Map<String, Bytes> files(Path folder) throws IOException {
        var files = new TreeMap<String, Bytes>();
        if (Files.exists(folder)) {
            try (Stream<Path> tree = Files.walk(folder)) {
                for (Path file : tree.filter(Files::isRegularFile).toList()) {
                    files.put(
                            folder.relativize(file).toString(),
                            Bytes.wrap(Files.readAllBytes(file)));
                }
            }
        }
        return files;
    }
}
