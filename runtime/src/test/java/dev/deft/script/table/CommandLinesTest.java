package dev.deft.script.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.deft.script.Script;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What the tables know about the first command of each line of `command-lines.txt`: the words that
/// name it, whether it only reads, and its dangerous options with the index of their word. After a
/// wanted change: `mvn test -Dgolden=update`, then review the diff.
class CommandLinesTest {

    private static final Path FILE =
            Path.of("src/test/resources/dev/deft/script/table/command-lines.txt");

    @TestFactory
    Stream<DynamicTest> haveTheseDangerousOptions() throws IOException {
        List<String> lines = text().lines().toList();
        if (System.getProperty("golden", "").equals("update")) {
            Files.writeString(FILE, updated(lines));
        }
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("$ ")) {
                String command = lines.get(i).substring(2);
                String expected =
                        lines.stream()
                                .skip(i + 1L)
                                .takeWhile(it -> it.matches("[>!] .*"))
                                .collect(Collectors.joining("\n"));
                tests.add(
                        dynamicTest(
                                command, () -> assertThat(described(command)).isEqualTo(expected)));
            }
        }
        return tests.stream();
    }

    private static String updated(List<String> lines) {
        return lines.stream()
                .filter(it -> !it.matches("[>!] .*"))
                .map(it -> it.startsWith("$ ") ? it + "\n" + described(it.substring(2)) : it)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String text() throws IOException {
        try (InputStream in = CommandLinesTest.class.getResourceAsStream("command-lines.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String described(String line) {
        var table = CommandTable.standard();
        SimpleCommand command = Script.read(line).commands().getFirst();
        String name =
                command.words().stream()
                        .limit(table.nameWords(command))
                        .map(Word::display)
                        .collect(Collectors.joining(" "));
        return Stream.concat(
                        Stream.of(
                                "> %s%s"
                                        .formatted(
                                                name,
                                                table.readsOnly(command) ? ", only reads" : "")),
                        table.dangerousOptions(command).stream()
                                .map(it ->
                                        "! %d: %s%s"
                                                .formatted(
                                                        it.word(),
                                                        it.reason(),
                                                        it.goal() ? " (goal)" : "")))
                .collect(Collectors.joining("\n"));
    }
}
