package dev.deft.policy.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternTest {

    @ParameterizedTest
    @CsvSource({
        "src/**, src/A.java, true",
        "src/**, src/a/b/C.java, true",
        "src/**, srcs/A.java, false",
        "src/*, src/a/B.java, false",
        "*, a/b, false",
        "*, a, true",
        "**, a/b/c, true",
        "**, ., true",
        "**/*.key, x.key, true",
        "**/*.key, a/b/x.key, true",
        "**/*.key, a/x.key.txt, false",
        "a/**/z, a/z, true",
        "a/**/z, a/b/c/z, true",
        "a/**/z, a/b/c/zz, false",
        "src/?.java, src/A.java, true",
        "src/[A-C].java, src/B.java, true",
        "src/[!A-C].java, src/B.java, false",
        "'src/{A,B}.java', src/B.java, true",
        "'src/{A,B}.java', src/C.java, false",
        "./src/**, src/A.java, true",
        ".env*, .env.local, true",
        "A.java, a.java, false",
        "a\\*b, a*b, true",
        "a\\*b, axb, false",
    })
    void matchesAPath(String pattern, String path, boolean expected) {
        assertThat(PathPattern.of(pattern).matches(path)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "**, ./**, true",
        "src/**, src/**, true",
        "src/**, src/main/**, true",
        "src/*, src/**, false",
        "*, ./**, false",
        "src/**, ./**, false",
        "**/*.java, src/**, false",
        "src/main/**, src/**, false",
        "*/*, ./**, false",
        "*/*/**, ./**, false",
        "src/*/*, src/**, false",
        "'{*,*/*,*/*/*}', ./**, false",
        "*/**, ./**, true",
        "**/*, ./**, true",
        "src/**/*, src/**, true",
    })
    void coversATreeOnlyIfItCoversAllOfIt(String pattern, String tree, boolean expected) {
        assertThat(PathPattern.of(pattern).matches(tree)).isEqualTo(expected);
    }

    @Test
    void matchesExactlyAnEscapedPath() {
        String odd = "a*b?[c]{d,e}\\f";
        assertThat(PathPattern.of(PathPattern.escape(odd)).matches(odd)).isTrue();
    }

    @Test
    void namesTheMistakeInAPattern() {
        assertThatThrownBy(() -> PathPattern.of("src/[z-a].txt"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("\"[z-a].txt\" is not a path pattern: illegal character range");
    }

    @Test
    void matchesPatternsMadeToBeSlow() {
        String pattern = "**/a/".repeat(30) + "b";
        String path = "a/".repeat(200) + "c";
        Assertions.assertTimeoutPreemptively(
                Duration.ofMinutes(4),
                () -> assertThat(PathPattern.of(pattern).matches(path)).isFalse());
    }
}
