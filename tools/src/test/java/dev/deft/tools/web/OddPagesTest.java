package dev.deft.tools.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.deft.codec.JsonText;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Pages written by hand, one for each oddity, each followed by its Markdown in `odd-pages.txt`.
/// After a wanted change: `-Dgolden=update`, then read the diff.
class OddPagesTest {

    private static final Path FILE = Path.of("src/test/resources/dev/deft/tools/web/odd-pages.txt");
    private static final String NAME = "=== ";
    private static final String BETWEEN = "\n---\n";

    /// A page and its text.
    private record Case(String name, String html, String text) {

        static List<Case> all() throws IOException {
            List<Case> cases = new ArrayList<>();
            for (String part : Files.readString(FILE).split("(?m)^" + NAME, -1)) {
                int line = part.indexOf('\n');
                int between = part.indexOf(BETWEEN);
                if (line > 0) {
                    cases.add(
                            new Case(
                                    part.substring(0, line),
                                    part.substring(line + 1, between),
                                    part.substring(between + BETWEEN.length()).strip()));
                }
            }
            return cases;
        }

        String written(String markdown) {
            return NAME + name + "\n" + html + BETWEEN + (markdown + "\n\n").stripLeading();
        }
    }

    @TestFactory
    Stream<DynamicTest> readAsAPersonReviewedThem() throws Exception {
        List<Case> cases = Case.all();
        if (System.getProperty("golden", "").equals("update")) {
            var all = new StringBuilder();
            for (Case it : cases) {
                all.append(it.written(text(it.html())));
            }
            Files.writeString(FILE, all);
        }
        return Case.all().stream()
                .map(it ->
                        dynamicTest(
                                it.name(), () -> assertThat(text(it.html())).isEqualTo(it.text())));
    }

    private static String text(String html) throws IOException, InterruptedException {
        var host = InMemoryHost.empty().reaching(Site.of("text/html; charset=utf-8", html));
        var output =
                (ToolResult.Output)
                        new WebFetchTool(new JsonText())
                                .run(WebFetchTool.Params.of(Site.ADDRESS), host);
        return ((WebFetchTool.Data) output.data()).text().strip();
    }
}
