package dev.deft.os.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SidecarsTest {

    @TempDir private Path root;

    private Sidecars bounded(long call, long session) {
        return new Sidecars(new StatePaths(root), "s", call, session);
    }

    private Path write(SidecarFile sidecar, String text) throws IOException {
        sidecar.begin().write(text.getBytes(StandardCharsets.UTF_8));
        return sidecar.end(true).orElseThrow();
    }

    @Test
    void areForTheirOwnerAlone() throws Exception {
        Path file = write(bounded(100, 1000).named("a.txt"), "x");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void takeOnlySoMuchOfACallAndSaySo() throws Exception {
        SidecarFile sidecar = bounded(10, 1000).named("a.txt");
        sidecar.begin().write("12345".getBytes(StandardCharsets.UTF_8));
        sidecar.begin().write("6789012345".getBytes(StandardCharsets.UTF_8));
        sidecar.begin().write('!');
        Path file = sidecar.end(true).orElseThrow();

        assertThat(file)
                .hasContent("1234567890\n[the output went on for 6 bytes that were not kept]\n");
        assertThat(sidecar.remarks()).containsExactly("the file has only the first 10 bytes of 16");
    }

    @Test
    void areReadByTheirNamesOnlyAndWithoutLinks() throws Exception {
        Sidecars sidecars = bounded(100, 1000);
        Path own = write(sidecars.named("a.txt"), "mine");
        Path secret = root.resolve("secret.txt");
        Files.writeString(secret, "secret");
        Files.createSymbolicLink(own.resolveSibling("link.txt"), secret);
        Files.createDirectory(own.resolveSibling("directory.txt"));

        assertThat(sidecars.load("a.txt", 4)).hasValue("mine".getBytes(StandardCharsets.UTF_8));
        assertThat(sidecars.load("a.txt", 3)).as("larger").isEmpty();
        for (String name :
                new String[] {
                    "link.txt",
                    "directory.txt",
                    "none.txt",
                    "../../../secret.txt",
                    secret.toString(),
                    "a.txt\0",
                    "",
                    "..",
                    "../s/a.txt"
                }) {
            assertThat(sidecars.load(name, 100)).as(name).isEmpty();
            assertThat(sidecars.size(name)).as(name).isEmpty();
        }
        Path elsewhere = root.resolve("elsewhere");
        Files.move(own.getParent(), elsewhere);
        Files.createSymbolicLink(own.getParent(), elsewhere);
        assertThat(sidecars.load("a.txt", 100)).as("a link on the way").isEmpty();
    }

    @Test
    void ofASessionLoseTheOldestAndSaySo() throws Exception {
        Sidecars sidecars = bounded(100, 250);
        Instant now = Instant.now();
        for (int i = 0; i < 4; i++) {
            SidecarFile sidecar = sidecars.named(i + ".txt");
            Path file = write(sidecar, "x".repeat(100));
            Files.setLastModifiedTime(file, FileTime.from(now.minus(Duration.ofHours(9 - i))));
            assertThat(sidecar.remarks()).hasSize(i < 2 ? 0 : 1);
        }
        try (var left = Files.list(root.resolve(".deft/sessions/s"))) {
            assertThat(left.map(it -> it.getFileName().toString()))
                    .containsExactlyInAnyOrder("2.txt", "3.txt");
        }
    }

    @Test
    void ofAnEarlierProcessCountToo() throws Exception {
        Path first = write(bounded(100, 250).named("0.txt"), "x".repeat(100));
        Files.setLastModifiedTime(first, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        Files.writeString(first.resolveSibling("no sidecar"), "x".repeat(200));
        Sidecars next = bounded(100, 250);
        write(next.named("1.txt"), "x".repeat(100));
        assertThat(first).exists();
        write(next.named("2.txt"), "x".repeat(100));
        assertThat(first).doesNotExist();
    }

    @Test
    void areSweptOnce() throws Exception {
        Sidecars sidecars = bounded(100, 1000);
        Path first = write(sidecars.named("a.txt"), "x");
        Files.setLastModifiedTime(first, FileTime.from(Instant.EPOCH));
        write(sidecars.named("b.txt"), "x");
        assertThat(first).exists();

        write(bounded(100, 1000).named("c.txt"), "x");
        assertThat(first).doesNotExist();
    }
}
