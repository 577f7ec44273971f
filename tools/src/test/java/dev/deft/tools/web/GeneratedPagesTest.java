package dev.deft.tools.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What `web_fetch` makes of pages from [PageGenerator].
class GeneratedPagesTest {

    /// Written with `-Dgolden=update`, and then read by a person.
    private static final Path REVIEWED =
            Path.of("src/test/resources/dev/deft/tools/web/generated-pages.txt");

    private static final int REVIEWED_PAGES = 200;
    private static final int PAGES = 400;

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)]*)\\)");
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");

    @Test
    void readAsAPersonReviewedThem() throws Exception {
        var all = new StringBuilder();
        for (int seed = 0; seed < REVIEWED_PAGES; seed++) {
            GeneratedPage page = PageGenerator.page(seed);
            all.append("=== %d: %s\n%s\n\n".formatted(seed, page.about(), text(page)));
        }
        if (System.getProperty("golden", "").equals("update")) {
            Files.writeString(REVIEWED, all);
        }
        assertThat(all.toString()).isEqualTo(Files.readString(REVIEWED));
    }

    @Test
    void showAllThatAReaderSeesAndNothingElse() throws Exception {
        for (int seed = 0; seed < PAGES; seed++) {
            GeneratedPage page = PageGenerator.page(seed);
            List<String> words = List.of(text(page).split("[^\\p{L}\\p{N}]+", -1));
            assertThat(words).as("page %d", seed).containsAll(page.visible());
            assertThat(words).as("page %d", seed).doesNotContainAnyElementsOf(page.hidden());
        }
    }

    @Test
    void haveAbsoluteLinksOfTheWebOnly() throws Exception {
        for (int seed = 0; seed < PAGES; seed++) {
            String text = text(PageGenerator.page(seed));
            assertThat(LINK.matcher(text).results().map(MatchResult::group))
                    .as("page %d", seed)
                    .allMatch(it -> it.startsWith("](https://example.org/"));
            assertThat(text).doesNotContain("javascript:");
        }
    }

    @Test
    void haveNoControlCharactersAndAreNotMuchLongerThanTheirSource() throws Exception {
        for (int seed = 0; seed < PAGES; seed++) {
            GeneratedPage page = PageGenerator.page(seed);
            String text = text(page);
            assertThat(CONTROL.matcher(text).find()).as("page %d", seed).isFalse();
            assertThat(text.length()).isLessThan(2 * page.body().size());
        }
    }

    private static String text(GeneratedPage page) throws IOException, InterruptedException {
        var host = InMemoryHost.empty().reaching(Site.of(page.contentType(), page.body()));
        var output =
                (ToolResult.Output)
                        new WebFetchTool(new JsonText())
                                .run(WebFetchTool.Params.of(Site.ADDRESS), host);
        return ((WebFetchTool.Data) output.data()).text();
    }
}
