package dev.deft.app.terminal.diff;

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

/// Pins how diffs look. The diffs are in `examples`, the pictures in `drawn`.
class DiffExamplesTest {

    private static final Path RESOURCES =
            Checkout.file("app/src/test/resources/dev/deft/app/terminal/diff");

    private static final int MOST = 60;

    @TestFactory
    Stream<DynamicTest> looksAsReviewed() throws IOException {
        Map<String, String> drawn = new HashMap<>();
        try (Stream<Path> examples = Files.list(RESOURCES.resolve("examples"))) {
            for (Path example : examples.toList()) {
                String name = example.getFileName().toString().replace(".diff", ".txt");
                drawn.put(name, drawn(Files.readString(example)));
            }
        }
        return Golden.fromBuild().directory(RESOURCES.resolve("drawn"), drawn);
    }

    private static String drawn(String diff) {
        return """
        ──── 80 columns
        %s
        ──── 40 columns, at most 12 lines
        %s
        ──── 80 columns, without colors
        %s
        ──── 80 columns, styles
        %s
        """
                .formatted(
                        StyledLines.plain(DiffLines.of(diff, 80, MOST, new Theme(true))),
                        StyledLines.plain(DiffLines.of(diff, 40, 12, new Theme(true))),
                        StyledLines.styled(DiffLines.of(diff, 80, MOST, new Theme(false))),
                        StyledLines.styled(DiffLines.of(diff, 80, MOST, new Theme(true))));
    }
}
