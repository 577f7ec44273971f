package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShapeTest {

    private static final int MOST_LINES = 500;

    @Test
    void noFileIsTooLongToReadInOneSitting() throws IOException {
        assertThat(sources())
                .as("a rule over nothing would pass")
                .hasSizeGreaterThan(30)
                .allSatisfy(it -> assertThat(Files.readAllLines(it)).hasSizeLessThan(MOST_LINES));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> tree = Files.walk(Checkout.file(""))) {
            return tree.filter(it -> it.toString().endsWith(".java"))
                    .filter(it -> !it.toString().contains("/target/"))
                    .toList();
        }
    }
}
