package dev.deft.os.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.state.StatePaths;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldSidecarsTest {

    @TempDir private Path root;

    @Test
    void goAfterAWeekAndNotBefore() throws Exception {
        var state = new StatePaths(root);
        Path session = Files.createDirectories(state.session("s"));
        Path old = Files.writeString(session.resolve("old.txt"), "x");
        Path fresh = Files.writeString(session.resolve("fresh.txt"), "x");
        Instant now = Instant.now();
        Files.setLastModifiedTime(old, FileTime.from(now.minus(Duration.ofDays(8))));

        OldSidecars.sweep(state, now);

        assertThat(old).doesNotExist();
        assertThat(fresh).exists();
    }

    /// A link that leads nowhere stands for a file that is gone between the look and the touch.
    @Test
    void thatAreGoneAlreadyTroubleNobody() throws Exception {
        var state = new StatePaths(root);
        Path session = Files.createDirectories(state.session("s"));
        Path gone = Files.createSymbolicLink(session.resolve("gone.txt"), Path.of("nowhere"));

        OldSidecars.sweep(state, Instant.now());

        assertThat(Files.exists(gone, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }
}
