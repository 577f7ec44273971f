package dev.deft.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Groups of the second generation, in a tree of files that looks like the kernel's: few machines
/// have both generations. Those of the first are tried on the real one with commands.
class ControlGroupTest {

    private static final ResourceLimits RATION =
            new ResourceLimits(60, OptionalLong.of(1_000_000), Duration.ofSeconds(1));

    @TempDir Path directory;

    private Path mount = Path.of("");

    @BeforeEach
    void mount() throws IOException {
        mount = Files.createDirectories(directory.resolve("cgroup"));
        Files.createDirectories(directory.resolve("proc/self"));
    }

    /// Says which group we are in, and which part of the hierarchy is mounted.
    private ControlGroup make(String own, String part) throws IOException {
        Path self = directory.resolve("proc/self");
        Files.writeString(self.resolve("cgroup"), "0::" + own + "\n");
        Files.writeString(
                self.resolve("mountinfo"),
                "30 23 0:26 %s %s rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
                        .formatted(part, mount));
        return ControlGroup.create(RATION, directory.resolve("proc"));
    }

    private void group(String name, String handedDown) throws IOException {
        Path group = Files.createDirectories(mount.resolve(name));
        Files.writeString(group.resolve("cgroup.subtree_control"), handedDown + "\n");
    }

    private Path made(String parent) throws IOException {
        try (Stream<Path> all = Files.list(mount.resolve(parent))) {
            return all.filter(it -> it.getFileName().toString().startsWith("deft-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void isMadeBesideUsWhereBothAreHandedDown() throws IOException {
        group("", "cpu memory pids");
        group("user.slice", "cpu memory pids");
        group("user.slice/session.scope", "");

        ControlGroup group = make("/user.slice/session.scope", "/");

        assertThat(group.limited()).containsExactly("pids", "memory");
        assertThat(group.version()).isEqualTo("v2");
        Path made = made("user.slice");
        assertThat(made.resolve("pids.max")).hasContent("60");
        assertThat(made.resolve("memory.max")).hasContent("1000000");
        group.add(42);
        assertThat(made.resolve("cgroup.procs")).hasContent("42");
    }

    @Test
    void isOneGroupSinceAProcessIsInOneOnly() throws IOException {
        group("", "memory pids");
        group("a", "pids");
        group("a/b", "");

        ControlGroup group = make("/a/b", "/");

        assertThat(group.limited()).containsExactly("pids", "memory");
        assertThat(made("").resolve("memory.max")).exists();
        assertThat(mount.resolve("a")).isDirectoryNotContaining("glob:**deft-*");
    }

    @Test
    void countsWhatIsHandedDown() throws IOException {
        group("", "");
        group("a", "io memory");
        group("a/b", "");
        assertThat(make("/a/b", "/").limited()).isEqualTo(List.of("memory"));
    }

    @Test
    void isFoundWhereAPartOfTheHierarchyIsMounted() throws IOException {
        group("", "pids");
        group("inner", "");
        assertThat(make("/docker/0123/inner", "/docker/0123").limited()).isEqualTo(List.of("pids"));
        made("");
    }

    @Test
    void isNoneWhereNothingIsHandedDown() throws IOException {
        group("", "");
        ControlGroup group = make("/", "/");
        assertThat(group.limited()).isEmpty();
        group.add(42);
        assertThat(group.remove()).isTrue();
    }

    @Test
    void isNoneWhereWeAreOutsideOfWhatIsMounted() throws IOException {
        group("", "memory pids");
        assertThat(make("/../../elsewhere", "/").limited()).isEmpty();
    }

    @Test
    void isNoneWhereNothingIsMounted() {
        assertThat(ControlGroup.create(RATION, directory.resolve("nothing")).limited()).isEmpty();
    }
}
