package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShapeTest {

    private static final int MOST_LINES = 500;
    private static final int MOST_CLASSES = 45;
    private static final Pattern TOP_LEVEL =
            Pattern.compile(
                    "(?m)^(?:[a-z-]+ )*(?:class|record|interface|@interface|enum) ([A-Z]\\w*)");

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

    @Test
    void noTwoTopLevelTypesShareAName() throws IOException {
        Map<String, List<Path>> files = new TreeMap<>();
        for (Path source : sources()) {
            if (source.toString().contains("/src/test/resources/")) {
                continue;
            }
            for (String type : topLevelTypes(Files.readString(source))) {
                files.computeIfAbsent(type, _ -> new ArrayList<>()).add(source);
            }
        }
        assertThat(files).as("a rule over nothing would pass").hasSizeGreaterThan(500);
        files.values().removeIf(it -> it.size() == 1);
        assertThat(files).as("a reader who searches for a type must find one").isEmpty();
    }

    private static List<String> topLevelTypes(String source) {
        return TOP_LEVEL.matcher(source).results().map(it -> it.group(1)).toList();
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> tree = Files.walk(Checkout.file(""))) {
            return tree.filter(it -> it.toString().endsWith(".java"))
                    .filter(it -> !it.toString().contains("/target/"))
                    .toList();
        }
    }
}
