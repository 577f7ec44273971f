package dev.deft.app;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// Compares texts with files that a person has reviewed.
///
/// After a wanted change: `mvn test -Dgolden=update`, then review the diff.
public final class Golden {

    private final Mode mode;

    /// What to do with a file that is missing or stale.
    enum Mode {
        CHECK,
        UPDATE
    }

    Golden(Mode mode) {
        this.mode = mode;
    }

    /// As the build was told by `-Dgolden=update`, or not told.
    public static Golden fromBuild() {
        boolean update = System.getProperty("golden", "").equals("update");
        return new Golden(update ? Mode.UPDATE : Mode.CHECK);
    }

    /// One test for each text, and one that finds files nothing stands behind any more.
    ///
    /// @param directory holds these files and no others, such as `docs/tools`
    /// @param texts the whole text of each file by its name, such as `read.md`
    public Stream<DynamicTest> directory(Path directory, Map<String, String> texts) {
        Stream<DynamicTest> files =
                new TreeMap<>(texts)
                        .entrySet().stream()
                                .map(it ->
                                        dynamicTest(
                                                it.getKey(),
                                                () ->
                                                        file(
                                                                directory.resolve(it.getKey()),
                                                                it.getValue())));
        DynamicTest strays =
                dynamicTest("no other file in " + directory, () -> strays(directory, texts));
        return Stream.concat(files, Stream.of(strays));
    }

    /// Fails, with what differs, unless the file holds the text.
    public void file(Path file, String text) throws IOException {
        String wanted = text.endsWith("\n") ? text : text + "\n";
        boolean missing = Files.notExists(file);
        String reviewed = missing ? "" : Files.readString(file);
        if (reviewed.equals(wanted)) {
            return;
        }
        if (mode == Mode.UPDATE) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, wanted);
            return;
        }
        throw new AssertionError(
                "%s is %s. If the change is wanted: mvn test -Dgolden=update, then review it.%n%s"
                        .formatted(
                                file,
                                missing ? "missing" : "stale",
                                LineDifferences.between(reviewed, wanted)));
    }

    private void strays(Path directory, Map<String, String> texts) throws IOException {
        if (Files.notExists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(it -> !texts.containsKey(it.getFileName().toString())).toList()) {
                if (mode == Mode.CHECK) {
                    throw new AssertionError(
                            file + " belongs to nothing. Remove it: mvn test -Dgolden=update");
                }
                Files.delete(file);
            }
        }
    }
}
