package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.deft.app.Checkout;
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

/// Types every `console` block of the pages, in the order of the page and in a workspace of its
/// own, and compares what comes. A file that a block shows with `cat` is there with that content.
///
/// After a wanted change: `mvn test -Dgolden=update`, then review the diff.
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
        assertThat(tests).as("a test of nothing would pass").hasSizeGreaterThan(4);
        return tests.stream();
    }

    @Test
    void isNotDeceivedByAnOutputThatIsNotSo() {
        var typed = new ConsoleBlock.Typed("x", List.of(), "a \"duration_ms\":5 …z\n…\nend");
        assertThat(typed.isLike("a \"duration_ms\":77 bcz\n1\n2\nend\n")).isTrue();
        assertThat(typed.isLike("b \"duration_ms\":77 bcz\n1\n2\nend\n")).isFalse();
        assertThat(typed.isLike("a \"duration_ms\":77 bcz\n1\n2\n")).isFalse();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(Checkout.file("docs"))) {
            return Stream.concat(Stream.of(Checkout.file("README.md")), docs)
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
        String printed = printed(typed, root);
        boolean like = block.anyOutput() || typed.isLike(printed);
        if (!UPDATE) {
            assertThat(like)
                    .as("$ %s\n%s\n--- but the page says\n%s", typed.line(), printed, typed.shown())
                    .isTrue();
        }
        String mark = typed.input().isEmpty() ? "" : "< ";
        var lines = new StringBuilder("$ " + typed.line() + "\n");
        List<String> shown =
                (like ? typed.shown() : printed.stripTrailing())
                        .lines()
                        .map(it -> mark + it)
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

    private String printed(ConsoleBlock.Typed typed, Path root) throws Exception {
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
        DeftRun run = DeftRun.on(Screen.NONE, root, variables, input, words);
        assertThat(run.code()).as("bad usage: %s\n%s", line, run.err()).isNotEqualTo(2);
        return run.out() + run.err();
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
