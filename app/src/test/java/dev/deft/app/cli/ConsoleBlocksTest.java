package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.deft.app.Checkout;
import dev.deft.app.cli.ConsoleBlock.Kind;
import dev.deft.app.terminal.Screen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Types every `console` block of the pages, in the order of the page and in a new workspace for
/// each page, and compares the output. A file that a block shows with `cat` is created with that
/// content.
///
/// After an intended change: `mvn test -Dgolden=update`, then review the diff.
class ConsoleBlocksTest {

    private static final boolean UPDATE = System.getProperty("golden", "").equals("update");

    /// Variables before the program, what is piped into it, its words.
    private static final Pattern DEFT =
            Pattern.compile("(?:(.*) \\| )?((?:[A-Z_]+=\\S+ )*)\\./deft ?(.*?)");

    @TempDir private Path temporary;

    @TestFactory
    Stream<DynamicTest> printWhatTheyShow() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path page : pages()) {
            if (!ConsoleBlock.of(Files.readString(page)).isEmpty()) {
                tests.add(dynamicTest(page.getFileName().toString(), () -> type(page)));
            }
        }
        assertThat(tests).as("pages with console blocks").hasSizeGreaterThan(4);
        return tests.stream();
    }

    @TestFactory
    Stream<DynamicTest> areAllFound() throws IOException {
        return pages().stream()
                .map(page ->
                        dynamicTest(
                                page.getFileName().toString(),
                                () -> assertThat(untyped(Files.readString(page))).isEmpty()));
    }

    /// What this test would not type or not compare: prompts outside `console` blocks, blocks that
    /// it cannot parse, and commands whose whole output is left out.
    private static List<String> untyped(String page) {
        List<String> untyped = new ArrayList<>();
        List<ConsoleBlock> blocks = ConsoleBlock.of(page);
        int position = 0;
        for (String line : page.split("\n", -1)) {
            int at = position;
            position += line.length() + 1;
            boolean inside = blocks.stream().anyMatch(it -> it.start() <= at && at < it.end());
            boolean header = blocks.stream().anyMatch(it -> it.start() == at + line.length() + 1);
            if (!inside && line.strip().startsWith("$ ")) {
                untyped.add("outside a console block: " + line);
            }
            if (!header && line.strip().startsWith("```console")) {
                untyped.add("not parsed: " + line);
            }
        }
        blocks.stream()
                .flatMap(it -> it.commands().stream())
                .filter(it -> it.shown().equals("…"))
                .forEach(it -> untyped.add("output left out: " + it.line()));
        return untyped;
    }

    @Test
    void findsBlocksThatNoTestTypes() {
        assertThat(
                        untyped(
                                """
                                ```text
                                $ ls
                                ```
                                1. A list

                                   ```console
                                   $ ls
                                   ```

                                ```console
                                $ ls
                                …
                                ```
                                """))
                .containsExactly(
                        "outside a console block: $ ls",
                        "not parsed:    ```console",
                        "outside a console block:    $ ls",
                        "output left out: ls");
    }

    @Test
    void comparesTheRowsOfATableWhoseValuesDependOnTheMachine() {
        var typed = doctor("ok       java          25.0.3\nmissing  model keys    none");
        assertThat(typed.isLike("missing  java          25\nok  model keys    A", Kind.MACHINE))
                .isTrue();
        assertThat(typed.isLike("ok       java          25.0.3", Kind.MACHINE)).isFalse();
    }

    private static ConsoleBlock.Typed doctor(String shown) {
        return new ConsoleBlock.Typed("./deft doctor", List.of(), List.of(), shown);
    }

    @Test
    void rejectsAnotherOutput() {
        var typed =
                new ConsoleBlock.Typed("x", List.of(), List.of(), "a \"duration_ms\":5 …z\n…\nend");
        assertThat(typed.isLike("a \"duration_ms\":77 bcz\n1\n2\nend\n")).isTrue();
        assertThat(typed.isLike("b \"duration_ms\":77 bcz\n1\n2\nend\n")).isFalse();
        assertThat(typed.isLike("a \"duration_ms\":77 bcz\n1\n2\n")).isFalse();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> root = Files.list(Checkout.file(""));
                Stream<Path> docs = Files.walk(Checkout.file("docs"))) {
            return Stream.concat(root, docs)
                    .filter(it -> it.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private void type(Path page) throws Exception {
        Path root = Files.createDirectory(temporary.resolve(page.getFileName().toString()));
        String text = Files.readString(page);
        var updated = new StringBuilder();
        int done = 0;
        for (ConsoleBlock block : ConsoleBlock.of(text)) {
            updated.append(text, done, block.start());
            for (ConsoleBlock.Typed typed : block.commands()) {
                updated.append(typed(block, typed, root));
            }
            done = block.end();
        }
        if (UPDATE) {
            Files.writeString(page, updated.append(text.substring(done)));
        }
    }

    /// Types one command; the text of the block as it should be.
    private String typed(ConsoleBlock block, ConsoleBlock.Typed typed, Path root) throws Exception {
        String printed = printed(block, typed, root);
        boolean like = typed.isLike(printed, block.kind());
        if (!UPDATE) {
            assertThat(like)
                    .as("$ %s\n%s\n--- but the page says\n%s", typed.line(), printed, typed.shown())
                    .isTrue();
        }
        String replyPrefix = typed.input().isEmpty() ? "" : "< ";
        var lines = new StringBuilder("$ " + typed.line() + "\n");
        List<String> shown =
                (like ? typed.shown() : printed.stripTrailing())
                        .lines()
                        .map(it -> replyPrefix + it)
                        .toList();
        if (typed.input().isEmpty()) {
            shown.forEach(it -> lines.append(it).append('\n'));
            return lines.toString();
        }
        for (int i = 0; i < Math.max(shown.size(), typed.input().size()); i++) {
            lines.append(i < typed.input().size() ? "> " + typed.input().get(i) + "\n" : "");
            lines.append(i < shown.size() ? shown.get(i) + "\n" : "");
        }
        return lines.toString();
    }

    private String printed(ConsoleBlock block, ConsoleBlock.Typed typed, Path root)
            throws Exception {
        String line = typed.line();
        if (line.startsWith("cat ") && Files.notExists(root.resolve(line.substring(4)))) {
            Path file = root.resolve(line.substring(4));
            Files.createDirectories(file.getParent());
            Files.writeString(file, typed.shown() + "\n");
            return typed.shown();
        }
        Matcher deft = DEFT.matcher(line);
        if (!deft.matches()) {
            return shell(line, root);
        }
        String piped = deft.group(1) == null ? "" : shell(deft.group(1), root);
        String input = piped + String.join("\n", typed.input());
        Map<String, String> variables = new LinkedHashMap<>(Map.of("LC_ALL", "C.UTF-8"));
        for (String variable : deft.group(2).split(" ", -1)) {
            int equals = variable.indexOf('=');
            if (equals > 0) {
                variables.put(variable.substring(0, equals), variable.substring(equals + 1));
            }
        }
        String[] words =
                shell("printf '%s\\0' " + deft.group(3), root)
                        .replaceFirst("\0$", "")
                        .split("\0", -1);
        if (block.kind() == Kind.TERMINAL) {
            return atTerminal(root, variables, typed.answers(), words);
        }
        DeftRun run = DeftRun.on(Screen.NONE, root, variables, input, words);
        assertThat(run.code()).as("bad usage: %s\n%s", line, run.err()).isNotEqualTo(2);
        return run.out() + run.err();
    }

    private static String atTerminal(
            Path root, Map<String, String> variables, List<String> answers, String... words)
            throws Exception {
        try (DeftTerminal terminal = DeftTerminal.start(root, variables, words)) {
            for (String answer : answers) {
                terminal.await("[r]eject: ");
                terminal.type(answer + "\n");
            }
            terminal.end();
            return terminal.plain();
        }
    }

    private static String shell(String line, Path root) throws Exception {
        Process bash =
                new ProcessBuilder("bash", "-c", line)
                        .directory(root.toFile())
                        .redirectErrorStream(true)
                        .start();
        bash.getOutputStream().close();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(line + "\n" + said).isZero();
        return said;
    }
}
