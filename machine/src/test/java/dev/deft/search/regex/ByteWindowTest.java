package dev.deft.search.regex;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ByteWindowTest {

    private static final Charset WESTERN = Charset.forName("windows-1252");
    private static final List<String> CLASSES =
            List.of(
                    "[A-Z]", "\\d", "[0-9_]", "[é-ü]", "[^a-z ]", "[xyzÄ]", "7", "[~^%]", "(?:Q|%)",
                    "\\b");
    private static final List<String> COUNTS = List.of("", "", "", "+", "{2}", "{2,}", "?", "*");
    private static final String LETTERS = "AZabz059_-~%^éüÄ日 x7Q";

    @Test
    void fitsIntoEveryLineThatMatches() throws Exception {
        compare(0, 3000);
    }

    @Test
    @Tag("deep")
    void fitsIntoEveryLineThatMatchesOneOfManyPatterns() throws Exception {
        compare(100_000, 200_000);
    }

    private static void compare(int firstSeed, int count) throws Exception {
        int windows = 0;
        int matched = 0;
        for (int seed = firstSeed; seed < firstSeed + count; seed++) {
            var random = new Random(seed);
            String pattern = pattern(random);
            var window = ByteWindow.of(new RegexParser(pattern, false).parse(), true);
            if (window.isEmpty()) {
                continue;
            }
            windows++;
            var scanner = new ByteWindowScanner(window.get());
            Pattern judge = Pattern.compile(pattern);
            for (int i = 0; i < 20; i++) {
                String line = line(random);
                if (judge.matcher(line).find()) {
                    matched++;
                    assertThat(fits(scanner, line.getBytes(UTF_8)))
                            .as("seed %d: /%s/ on '%s'", seed, pattern, line)
                            .isTrue();
                    assertThat(fits(scanner, line.replace('日', 'ß').getBytes(WESTERN)))
                            .as("seed %d, not UTF-8: /%s/ on '%s'", seed, pattern, line)
                            .isTrue();
                }
            }
        }
        assertThat(windows).isGreaterThan(count / 4);
        assertThat(matched).isGreaterThan(count / 4);
    }

    private static String pattern(Random random) {
        var pattern = new StringBuilder();
        for (int i = random.nextInt(4); i >= 0; i--) {
            String atom = CLASSES.get(random.nextInt(CLASSES.size()));
            pattern.append(atom);
            if (!atom.equals("\\b")) {
                pattern.append(COUNTS.get(random.nextInt(COUNTS.size())));
            }
        }
        return random.nextInt(6) == 0 ? "(?:" + pattern + "){2}" : pattern.toString();
    }

    private static String line(Random random) {
        var line = new StringBuilder();
        for (int i = random.nextInt(40); i > 0; i--) {
            line.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return line.toString();
    }

    private static boolean fits(ByteWindowScanner scanner, byte[] line) {
        scanner.scan(line, line.length);
        return scanner.next(0) >= 0;
    }

    @Test
    void fitsAtThePlacesOfItsClassesOnly() throws Exception {
        var window = ByteWindow.of(new RegexParser("[A-Z]{2,}[_-]?\\d{2}%", false).parse(), false);
        var scanner = new ByteWindowScanner(window.orElseThrow());
        byte[] text = "A1 AB12 12% 345%\n6% and, further on, 78%".getBytes(UTF_8);
        scanner.scan(text, text.length);
        List<Integer> places = new ArrayList<>();
        for (int at = scanner.next(0); at >= 0; at = scanner.next(at + 1)) {
            places.add(at);
        }
        assertThat(places).containsExactly(8, 13, 37);
    }

    @Test
    void isNotSoughtWhereAlmostEveryLineHasIt() throws Exception {
        for (String pattern : List.of("\\w+", ".", "[a-z]{3}", "^\\s*$", "a*", "(?:\\d\\d)?")) {
            assertThat(ByteWindow.of(new RegexParser(pattern, false).parse(), true))
                    .as(pattern)
                    .isEmpty();
        }
    }
}
