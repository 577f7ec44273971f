package dev.deft.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.deft.script.ScriptCases.Case;
import dev.deft.script.table.CommandTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// What the analysis finds in the scripts of `scripts.txt`. After a wanted change: `mvn test
/// -Dgolden=update`, then review the diff.
class ScriptCasesTest {

    private static final Path FILE = Path.of("src/test/resources/dev/deft/script/scripts.txt");

    @TempDir Path directory;

    @TestFactory
    Stream<DynamicTest> findsTheCommandsAndDoubts() throws IOException {
        if (System.getProperty("golden", "").equals("update")) {
            update();
        }
        return ScriptCases.all().stream()
                .map(it ->
                        dynamicTest(
                                it.script().replace('\n', ' '),
                                () ->
                                        assertThat(ScriptNotation.lines(Script.read(it.script())))
                                                .isEqualTo(it.expected())));
    }

    private static void update() throws IOException {
        String text = ScriptCases.text().replaceAll("(?m)^[>?!] .*\n", "");
        var updated = new StringBuilder();
        var script = new StringBuilder();
        for (String line : text.lines().toList()) {
            boolean continued = line.startsWith("|");
            if (!script.isEmpty() && !continued) {
                updated.append(ScriptNotation.lines(Script.read(script.toString())));
                script.setLength(0);
            }
            updated.append(line).append('\n');
            if (continued) {
                script.append('\n').append(line.length() > 2 ? line.substring(2) : "");
            } else if (line.startsWith("$ ") || line.startsWith("% ")) {
                script.append(line.substring(2));
            }
        }
        if (!script.isEmpty()) {
            updated.append(ScriptNotation.lines(Script.read(script.toString())));
        }
        Files.writeString(FILE, updated);
    }

    /// Bash is the oracle: each command that it runs must be in the list, unless there is a doubt.
    @Test
    @Tag("slow")
    void findsEveryCommandThatBashRuns() throws IOException, InterruptedException {
        List<Case> cases = ScriptCases.all().stream().filter(Case::runnable).toList();
        List<List<List<String>>> ran =
                new BashJudge(directory).run(cases.stream().map(Case::script).toList(), "cases");

        for (int i = 0; i < cases.size(); i++) {
            Script script = Script.read(cases.get(i).script());
            if (script.understood() && !isDangerous(script)) {
                assertThat(ran.get(i))
                        .as(script.text())
                        .allMatch(it -> Prediction.covers(script, it));
            }
        }
        assertThat(ran)
                .as("scripts that ran a command")
                .filteredOn(it -> !it.isEmpty())
                .hasSizeGreaterThan(150);
    }

    private static boolean isDangerous(Script script) {
        return script.commands().stream()
                .anyMatch(it -> !CommandTable.standard().dangerousOptions(it).isEmpty());
    }
}
