package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStampsTest {

    @TempDir private Path root;

    @BeforeEach
    void files() throws IOException {
        Files.writeString(root.resolve("a"), "one");
        Files.writeString(root.resolve("b"), "two");
        Files.createDirectory(root.resolve("d"));
    }

    private Optional<String> stamp(String... paths) {
        return new FileStamps(root)
                .of(Stream.of(paths).map(it -> new Touch(Capability.FS_READ, it)).toList());
    }

    @Test
    void areTheSameAsLongAsNothingChanges() {
        assertThat(stamp("a")).isPresent().isEqualTo(stamp("a"));
        assertThat(stamp("a", "b")).isPresent().isEqualTo(stamp("a", "b"));
    }

    @Test
    void differWhenAnyFileChanges() throws IOException {
        Optional<String> before = stamp("a", "b");
        Files.writeString(root.resolve("b"), "longer");
        Optional<String> longer = stamp("a", "b");
        assertThat(longer).isNotEqualTo(before);

        Files.setLastModifiedTime(root.resolve("b"), FileTime.fromMillis(1_000));
        Optional<String> older = stamp("a", "b");
        assertThat(older).as("its time alone").isNotEqualTo(longer);

        Files.writeString(root.resolve("c"), "longer");
        Files.setLastModifiedTime(root.resolve("c"), FileTime.fromMillis(1_000));
        Files.move(root.resolve("c"), root.resolve("b"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(stamp("a", "b")).as("another file of that name").isNotEqualTo(older);
    }

    @Test
    void differBetweenAbsentAndPresent() throws IOException {
        Optional<String> absent = stamp("a", "new");
        assertThat(absent).isPresent().isEqualTo(stamp("a", "other"));

        Files.writeString(root.resolve("new"), "");
        assertThat(stamp("a", "new")).isNotEqualTo(absent);
        assertThat(stamp("\0")).isEqualTo(stamp("absent"));
    }

    @Test
    void doNotExistForDirectoriesAndOtherTouches() {
        assertThat(stamp("a", "d")).isEmpty();
        assertThat(
                        new FileStamps(root)
                                .of(
                                        List.of(
                                                new Touch(Capability.FS_READ, "a"),
                                                new Touch(Capability.FS_WRITE, "a"))))
                .isEmpty();
    }

    @Test
    void areEqualForCallsThatReadNothing() {
        assertThat(stamp()).isPresent();
    }
}
