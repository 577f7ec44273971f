package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShapeTest {

    private static final int MOST_LINES = 500;
    private static final int MOST_CLASSES = 45;

    @Test
    void noFileIsTooLongToReadInOneSitting() throws IOException {
        assertThat(sources())
                .as("a rule over nothing would pass")
                .hasSizeGreaterThan(30)
                .allSatisfy(it -> assertThat(Files.readAllLines(it)).hasSizeLessThan(MOST_LINES));
    }

    @Test
    void noPackageHasMoreClassesThanOneCanKnow() throws IOException {
        Map<String, Long> classes =
                sources().stream()
                        .map(Path::toString)
                        .filter(it -> it.contains("/src/main/java/"))
                        .filter(it -> !it.endsWith("/package-info.java"))
                        .map(it -> it.substring(0, it.lastIndexOf('/')))
                        .collect(Collectors.groupingBy(it -> it, Collectors.counting()));
        assertThat(classes)
                .as("past about 30 classes it is two things: give each a sub-package")
                .hasSizeGreaterThan(30)
                .allSatisfy((_, count) -> assertThat(count).isLessThan(MOST_CLASSES));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> tree = Files.walk(Checkout.file(""))) {
            return tree.filter(it -> it.toString().endsWith(".java"))
                    .filter(it -> !it.toString().contains("/target/"))
                    .toList();
        }
    }
}
