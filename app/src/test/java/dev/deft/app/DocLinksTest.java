package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Follows every relative link of the pages to its file and its heading, and the names of classes
/// on the page of limits to their sources.
class DocLinksTest {

    private static final Pattern CODE =
            Pattern.compile("(?ms)^[ \\t]*```.*?^[ \\t]*```$|`[^`\\n]*`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern LIMIT = Pattern.compile("(?m)^\\|.*\\| (`[^|]*`) \\|$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    @TempDir Path directory;

    @TestFactory
    Stream<DynamicTest> leadSomewhere() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> root = Files.list(Checkout.file(""));
                Stream<Path> docs = Files.walk(Checkout.file("docs"))) {
            Stream.concat(root, docs)
                    .filter(it -> it.toString().endsWith(".md"))
                    .sorted()
                    .forEach(pages::add);
        }
        return pages.stream()
                .map(page ->
                        dynamicTest(
                                page.getFileName().toString(),
                                () -> assertThat(broken(page)).isEmpty()));
    }

    @Test
    void findsLinksThatLeadNowhere() throws IOException {
        Files.writeString(directory.resolve("b.md"), "# One, `two`: three\n## Same\n## Same\n");
        Path page =
                Files.writeString(
                        directory.resolve("a.md"),
                        """
                        [1](b.md#one-two-three) [2](b.md#same-1) [3](https://example.org/x) `[4](c)`
                        [5](b.md#four) [6](c.md) [7](#gone)
                        ```
                        [8](d.md)
                        ```
                        """);
        assertThat(broken(page)).containsExactly("b.md#four", "c.md", "#gone");
    }

    /// The last column of each table names the classes and files that set a limit.
    @Test
    void limitsNameFilesThatExist() throws IOException {
        Set<String> files = new HashSet<>();
        try (Stream<Path> all = Files.walk(Checkout.file(""))) {
            all.filter(it -> it.toString().contains("/src/"))
                    .forEach(it -> files.add(it.getFileName().toString()));
        }
        List<String> unknown = new ArrayList<>();
        var rows = LIMIT.matcher(Files.readString(Checkout.file("docs/limits.md")));
        while (rows.find()) {
            for (String name : rows.group(1).replace("`", "").split(", ", -1)) {
                String type = name.replaceFirst("[.][A-Z].*", "") + ".java";
                if (!files.contains(name) && !files.contains(type)) {
                    unknown.add(name);
                }
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(rows.reset().results()).hasSizeGreaterThan(50);
    }

    private static List<String> broken(Path page) throws IOException {
        List<String> broken = new ArrayList<>();
        var links = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
        while (links.find()) {
            String link = links.group(1);
            if (!link.contains("://") && !link.startsWith("mailto:") && !leads(page, link)) {
                broken.add(link);
            }
        }
        return broken;
    }

    private static boolean leads(Path page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Files.exists(target)
                && (parts.length == 1 || anchors(Files.readString(target)).contains(parts[1]));
    }

    /// The anchors that GitHub makes of the headings.
    private static Set<String> anchors(String page) {
        Set<String> anchors = new HashSet<>();
        var headings = HEADING.matcher(page);
        while (headings.find()) {
            String slug =
                    headings.group(1)
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                            .replace(' ', '-');
            String anchor = slug;
            for (int i = 1; !anchors.add(anchor); i++) {
                anchor = slug + "-" + i;
            }
        }
        return anchors;
    }
}
