package dev.deft.tools.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryPatternTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*.txt | a.txt | true",
                "*.txt | d/a.txt | true",
                "*.txt | a.txt.md | false",
                "d/*.txt | d/a.txt | true",
                "d/*.txt | d/e/a.txt | false",
                "d/*.txt | a.txt | false",
                "**/*.txt | a.txt | true",
                "**/*.txt | d/e/a.txt | true",
                "d/** | d/e/a.txt | true",
                "d/** | e/a.txt | false",
                "d/**/a.txt | d/a.txt | true",
                "d/**/a.txt | d/e/f/a.txt | true",
                "d/**/a.txt | d/e/ba.txt | false",
                "?.txt | a.txt | true",
                "?.txt | \uD83D\uDE00.txt | true",
                "d?a | d/a | false",
                "[a-c].txt | b.txt | true",
                "[!a-c].txt | b.txt | false",
                "[^a-c].txt | d.txt | true",
                "[z-a].txt | b.txt | false",
                "[]].txt | ].txt | true",
                "[a&&b].txt | &.txt | true",
                "[a | [a | true",
                "*.{java,kt} | A.kt | true",
                "*.{java,kt} | A.js | false",
                "{a,b{c,d}}.txt | bd.txt | true",
                "{a,b | {a,b | true",
                "a,b | a,b | true",
            })
    void matchesAName(String glob, String path, boolean expected) {
        assertThat(new EntryPattern(glob).matches(path, false)).isEqualTo(expected);
    }

    @Test
    void speaksOfDirectoriesAloneWithASlashAtTheEnd() {
        var directories = new EntryPattern("build/");
        assertThat(directories.matches("a/build", true)).isTrue();
        assertThat(directories.matches("a/build", false)).isFalse();
    }

    @Test
    void isQuickOnGlobsMadeToBeSlow() {
        var stars = new EntryPattern("*a".repeat(20) + "b");
        var spans = new EntryPattern("**/a/".repeat(20) + "b");
        var braces = new EntryPattern("{a,b}".repeat(40));
        assertTimeoutPreemptively(
                Duration.ofMinutes(4),
                () -> {
                    assertThat(stars.matches("a".repeat(200), false)).isFalse();
                    assertThat(spans.matches("a/".repeat(200) + "c", false)).isFalse();
                    assertThat(braces.matches("c", false)).isFalse();
                });
    }
}
