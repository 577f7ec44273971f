package dev.deft.app.terminal.markdown;

import dev.deft.app.Checkout;
import dev.deft.app.Golden;
import dev.deft.app.terminal.StyledLines;
import dev.deft.app.terminal.ui.Theme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Pins how each construct of Markdown looks. The texts are in `examples`, the pictures in `drawn`.
class MarkdownExamplesTest {

    private static final Path RESOURCES =
            Checkout.file("app/src/test/resources/dev/deft/app/terminal/markdown");

    @TestFactory
    Stream<DynamicTest> looksAsReviewed() throws IOException {
        Map<String, String> drawn = new HashMap<>();
        try (Stream<Path> examples = Files.list(RESOURCES.resolve("examples"))) {
            for (Path example : examples.toList()) {
                String name = example.getFileName().toString().replace(".md", ".txt");
                drawn.put(name, drawn(Files.readString(example)));
            }
        }
        return Golden.fromBuild().directory(RESOURCES.resolve("drawn"), drawn);
    }

    private static String drawn(String text) {
        return """
        ──── 80 columns
        %s
        ──── 40 columns
        %s
        ──── 40 columns, without colors
        %s
        ──── 80 columns, styles
        %s
        """
                .formatted(
                        StyledLines.plain(MarkdownLines.of(text, 80, new Theme(true))),
                        StyledLines.plain(MarkdownLines.of(text, 40, new Theme(true))),
                        StyledLines.styled(MarkdownLines.of(text, 40, new Theme(false))),
                        StyledLines.styled(MarkdownLines.of(text, 80, new Theme(true))));
    }
}
