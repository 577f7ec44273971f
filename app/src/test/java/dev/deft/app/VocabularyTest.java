package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Metaphors that stood for things with a usual name do not come back; decision 43 has the list.
class VocabularyTest {

    private static final Set<String> RETIRED =
            Set.of(
                    "brand",
                    "cell",
                    "complaint",
                    "door",
                    "doorway",
                    "draft",
                    "keeper",
                    "keepsake",
                    "lifeline",
                    "mourner",
                    "onlooker",
                    "opinion",
                    "overreach",
                    "passage",
                    "patience",
                    "ration",
                    "rehearsal",
                    "road",
                    "scout",
                    "shelf",
                    "shortfall",
                    "sighting",
                    "traits",
                    "trial",
                    "turnstile",
                    "twist",
                    "undertaker");

    /// Words of other people's formats: a notebook and a table have cells.
    private static final Set<String> OTHERS = Set.of("cell");

    private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])");

    @Test
    void programAndPagesUseTheUsualWords() throws IOException {
        List<Path> texts = texts();
        assertThat(texts).as("a rule over nothing would pass").hasSizeGreaterThan(900);
        var found = new TreeSet<String>();
        for (Path text : texts) {
            retiredIn(text).forEach(it -> found.add(it + " in " + text));
        }
        assertThat(found).isEmpty();
    }

    private static List<String> retiredIn(Path text) throws IOException {
        return WORD.matcher(Files.readString(text))
                .results()
                .map(it -> it.group().toLowerCase(Locale.ROOT))
                .map(it -> it.endsWith("s") && !RETIRED.contains(it) ? it.replaceAll("s$", "") : it)
                .filter(RETIRED::contains)
                .filter(it -> !OTHERS.contains(it) || isProcessCode(text))
                .distinct()
                .toList();
    }

    private static boolean isProcessCode(Path text) {
        return text.toString().contains("/dev/deft/process");
    }

    private static List<Path> texts() throws IOException {
        try (Stream<Path> tree = Files.walk(Checkout.file(""))) {
            return tree.filter(VocabularyTest::isWritten).toList();
        }
    }

    private static boolean isWritten(Path file) {
        String path = Checkout.file("").relativize(file).toString();
        if (path.contains("target/")
                || path.startsWith(".")
                || path.startsWith("docs/decisions/")) {
            return false;
        }
        boolean page =
                path.endsWith(".md") && !path.contains("src/") && !path.equals("CHANGELOG.md");
        boolean code = path.contains("src/main/") && path.matches(".*\\.(java|md)");
        return page || code;
    }
}
