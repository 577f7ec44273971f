package dev.deft.agent.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// The JDK's SHA-256 is the judge.
class Sha256DigestTest {

    private final Random random = new Random(20261119);

    private static MessageDigest judge() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256");
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void hashesTheExampleOfTheStandard() {
        byte[] digest = new Sha256Digest().digest("abc".getBytes(StandardCharsets.US_ASCII));
        assertThat(HexFormat.of().formatHex(digest))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    void hashesEveryLengthAroundABlockAsTheJdkDoes() throws Exception {
        var digest = new Sha256Digest();
        for (int length = 0; length < 300; length++) {
            byte[] bytes = bytes(length);
            assertThat(digest.digest(bytes)).as("%d", length).isEqualTo(judge().digest(bytes));
        }
    }

    @Test
    void hashesPiecesAsTheJdkDoes() throws Exception {
        for (int round = 0; round < 500; round++) {
            MessageDigest ours = new Sha256Digest();
            MessageDigest theirs = judge();
            for (int piece = random.nextInt(6); piece >= 0; piece--) {
                byte[] bytes = bytes(random.nextInt(200));
                int from = random.nextInt(bytes.length + 1);
                int count = random.nextInt(bytes.length - from + 1);
                ours.update(bytes, from, count);
                theirs.update(bytes, from, count);
                ours.update((byte) piece);
                theirs.update((byte) piece);
            }
            assertThat(ours.digest()).isEqualTo(theirs.digest());
        }
    }

    @Test
    void goesOnFromACopyWithoutChangingIt() throws Exception {
        byte[] start = bytes(100);
        byte[] end = bytes(100);
        var begun = new Sha256Digest();
        begun.update(start);
        Sha256Digest copy = begun.clone();
        copy.update(end);
        MessageDigest both = judge();
        both.update(start);
        assertThat(copy.digest()).isEqualTo(both.digest(end));
        assertThat(begun.digest()).isEqualTo(judge().digest(start));
    }

    @Test
    void startsAgainAfterAResetAndADigest() throws Exception {
        var digest = new Sha256Digest();
        digest.update(bytes(70));
        digest.reset();
        byte[] bytes = bytes(10);
        assertThat(digest.digest(bytes)).isEqualTo(judge().digest(bytes));
        assertThat(digest.digest()).isEqualTo(judge().digest());
        assertThat(digest.getDigestLength()).isEqualTo(32);
    }
}
