package dev.deft.agent.session.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.session.SessionId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogKeyTest {

    @TempDir private Path home;

    /// From RFC 4231.
    @Test
    void computesTheTestVectorsOfTheRfc() {
        byte[] key = new byte[20];
        Arrays.fill(key, (byte) 0x0b);

        assertThat(hex(new LogKey(key), "Hi There"))
                .isEqualTo("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        assertThat(
                        hex(
                                new LogKey("Jefe".getBytes(StandardCharsets.US_ASCII)),
                                "what do ya want for nothing?"))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    private static String hex(LogKey key, String text) {
        return HexFormat.of().formatHex(key.mac(text.getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void isCreatedOnceAndReadableByItsOwnerOnly() throws Exception {
        Path file = home.resolve("deep/down/session.key");
        List<String> signed;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<String> sign =
                    () -> LogKey.load(file).sign(new SessionId("s"), EntryHash.INITIAL);
            signed =
                    threads.invokeAll(Collections.nCopies(20, sign)).stream()
                            .map(Future::resultNow)
                            .toList();
        }

        assertThat(signed).hasSize(20).containsOnly(signed.getFirst());
        assertThat(Files.size(file)).isEqualTo(LogKey.BYTES);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (var left = Files.list(home.resolve("deep/down"))) {
            assertThat(left).containsExactly(file);
        }
    }

    @Test
    void rejectsAFileOfTheWrongSize() throws Exception {
        Path file = Files.writeString(home.resolve("session.key"), "short");

        assertThatThrownBy(() -> LogKey.load(file)).hasMessageContaining("is not a key");
    }
}
