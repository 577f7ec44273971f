package dev.deft.search.regex;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.search.Search;
import dev.deft.search.grep.GrepOutcome.BadPattern;
import dev.deft.search.grep.GrepOutcome.Found;
import dev.deft.search.grep.LineQuery;
import dev.deft.search.grep.Match;
import dev.deft.search.regex.CharSet.Casing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Classes, word edges and cases of letters in any script, and patterns of any length.
class UnicodePatternTest {

    @TempDir Path root;
    private Search search;

    @BeforeEach
    void open() {
        search = Search.open(root, Map.of());
    }

    @AfterEach
    void close() {
        search.close();
    }

    @Test
    void knowsTheWordsDigitsAndBlanksOfAllScripts() throws Exception {
        Files.writeString(
                root.resolve("a"), "Привет, мир\nxПриветx\n٣ apples\nno\u00a0break\n日本\n");
        assertThat(lines("\\bПривет\\b")).containsExactly(1L);
        assertThat(lines("Привет\\b")).containsExactly(1L);
        assertThat(lines("\\BПривет\\B")).containsExactly(2L);
        assertThat(lines("^\\w+$")).containsExactly(2L, 5L);
        assertThat(lines("\\d")).containsExactly(3L);
        assertThat(lines("o\\sb")).containsExactly(4L);
        assertThat(lines("(?i)ПРИВЕТ")).containsExactly(1L, 2L);
        assertThat(lines("\\p{Han}{2}")).containsExactly(5L);
    }

    @Test
    void knowsOnlyAsciiWhereThePatternSaysSo() throws Exception {
        Files.writeString(root.resolve("a"), "Привет\n٣\nno\u00a0break\nk\n\u212a\n");
        assertThat(lines("(?-u)\\w")).containsExactly(3L, 4L);
        assertThat(lines("(?-u:\\d)")).isEmpty();
        assertThat(lines("(?-u)o\\sb")).isEmpty();
        assertThat(lines("(?-u:\\b)П")).isEmpty();
        assertThat(lines("(?i)K")).containsExactly(3L, 4L, 5L);
        assertThat(lines("(?i-u)K")).containsExactly(3L, 4L);
        assertThat(lines("(?-u)(?=\\w)k")).as("by backtracking").containsExactly(3L, 4L);
        assertThat(lines("(?=\\w)П")).as("by backtracking").containsExactly(1L);
    }

    @Test
    void findsWordsInTextsThatAreNotUtf8() throws Exception {
        Files.write(root.resolve("latin"), "x\n grün \ngrünx\n".getBytes(ISO_8859_1));
        assertThat(lines("\\bgr\\wn\\b")).containsExactly(2L);
        assertThat(lines("(?i)GR\\wN\\b")).containsExactly(2L);
    }

    @Test
    void findsLettersBeyondAsciiThatAreAnotherCaseOfOneOfAscii() throws Exception {
        Files.writeString(root.resolve("plain"), "session key\n");
        Files.writeString(root.resolve("strange"), "SE\u017fSION\n\u212aEY\nother\n");
        List<String> both = List.of("plain:1", "strange:1");
        assertThat(places("(?i)session")).isEqualTo(both);
        assertThat(places("(?i)[k]ey")).containsExactly("plain:1", "strange:2");
        search.warm();
        search.awaitWarm();
        assertThat(places("(?i)session")).isEqualTo(both);
        assertThat(search.answersFromIndex()).isPositive();
    }

    @Test
    void foldsLettersAsTheTablesOfTheirCasesSay() {
        for (int c = 0; c < 128; c++) {
            Set<Integer> same = new HashSet<>();
            for (int other = 0; other <= Character.MAX_CODE_POINT; other++) {
                boolean turkish = other == 0x130 || other == 0x131;
                if (!turkish && folded(other) == folded(c) && other != c) {
                    same.add(other);
                }
            }
            Set<Integer> known = new HashSet<>();
            for (int other : CaseFolding.others(c, Casing.UNICODE)) {
                known.add(other);
            }
            assertThat(known).as("the other cases of %c", c).isEqualTo(same);
        }
        assertThat(CaseFolding.others('σ', Casing.UNICODE)).containsExactlyInAnyOrder('ς', 'Σ');
        assertThat(CaseFolding.others('ß', Casing.UNICODE)).containsExactly(0x1e9e);
    }

    private static int folded(int c) {
        return Character.toLowerCase(Character.toUpperCase(c));
    }

    @Test
    void takesALiteralOfAHundredKilobytesAndRefusesALongerPatternClearly() throws Exception {
        var literal = new StringBuilder();
        for (int i = 0; literal.length() < 100_000; i++) {
            literal.append("word").append(i).append(i % 50 == 0 ? "é" : "_");
        }
        Files.writeString(root.resolve("a"), "x" + literal + "y\n" + literal.substring(1) + "\n");
        Files.writeString(root.resolve("b"), "word0\n");
        assertThat(places(literal.toString())).containsExactly("a:1");
        assertThat(places("(?i)" + literal)).containsExactly("a:1");
        assertThat(search.grep(LineQuery.of("x".repeat(300_000))))
                .isEqualTo(new BadPattern("it is longer than 200000 characters", 200_000));
    }

    @Test
    void takesTimeInProportionToTheTextForPatternsThatMakeOthersTryAgain() throws Exception {
        String blanks = " ".repeat(2_000_000);
        Files.write(root.resolve("a"), (blanks + "x\nx \n").getBytes(UTF_8));
        for (String pattern : List.of("\\s+$", "\\s*\\s*\\s$", "( +)+$", "\\b\\s+$")) {
            assertThat(lines(pattern)).as(pattern).containsExactly(2L);
        }
    }

    private List<Long> lines(String pattern) throws IOException, InterruptedException {
        Found found = (Found) search.grep(LineQuery.of(pattern));
        return found.matches().stream().map(Match::line).toList();
    }

    private List<String> places(String pattern) throws IOException, InterruptedException {
        List<String> places = new ArrayList<>();
        search.grep(
                LineQuery.of(pattern)
                        .withSink(part -> {
                            for (int i = 0; i < part.size(); i++) {
                                places.add(part.line(i).file() + ":" + part.line(i).line());
                            }
                        }));
        return places;
    }
}
