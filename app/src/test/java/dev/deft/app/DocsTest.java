package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Compiles every `java` block of the documentation, each as a compact source file.
class DocsTest {

    /// A block may be indented, as it is inside a list.
    private static final Pattern BLOCK =
            Pattern.compile("(?ms)^[ \\t]*```java\\b[^\\n]*\\n(.*?)^[ \\t]*```");

    @TempDir Path classes;

    @TestFactory
    List<DynamicTest> examplesCompile() throws IOException {
        var tests = new ArrayList<DynamicTest>();
        for (Path page : pages()) {
            for (Block block : blocks(Files.readString(page))) {
                tests.add(
                        dynamicTest(
                                "%s:%d".formatted(page.getFileName(), block.line()),
                                () -> compiles(block)));
            }
        }
        return tests;
    }

    @Test
    void theReadmeShowsCode() throws IOException {
        assertThat(blocks(Files.readString(Checkout.file("README.md")))).isNotEmpty();
    }

    @Test
    void findsABlockThatDoesNotCompile() {
        List<Block> blocks =
                blocks(
                        """
                        # Page

                        ```java
                        void main() {
                            IO.println(unknown);
                        }
                        ```
                        """);
        assertThat(blocks).extracting(Block::line).containsExactly(3);
        assertThat(JavaSources.compile(classes, blocks.getFirst().text()))
                .singleElement()
                .asString()
                .startsWith("line 2: cannot find symbol");
    }

    private void compiles(Block block) {
        assertThat(JavaSources.compile(classes, block.text())).as(block.text()).isEmpty();
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

    private static List<Block> blocks(String page) {
        return BLOCK.matcher(page)
                .results()
                .map(it -> new Block(lineAt(page, it.start()), it.group(1)))
                .toList();
    }

    private static int lineAt(String page, int position) {
        return (int) page.substring(0, position).lines().count() + 1;
    }

    private record Block(int line, String text) {}
}
