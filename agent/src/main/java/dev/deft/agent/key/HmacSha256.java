package dev.deft.agent.key;

import java.util.Arrays;

/// HMAC-SHA256 (RFC 2104), built on the digest alone: the cryptography classes of the JDK take
/// longer to load than a short command takes. Thread-safe.
public final class HmacSha256 {

    private static final int BLOCK = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final Sha256Digest inner;
    private final Sha256Digest outer;

    /// @param key of any length
    public HmacSha256(byte[] key) {
        byte[] fit = key.length > BLOCK ? new Sha256Digest().digest(key) : key;
        inner = started(fit, INNER);
        outer = started(fit, OUTER);
    }

    private static Sha256Digest started(byte[] key, byte pad) {
        byte[] block = Arrays.copyOf(key, BLOCK);
        for (int i = 0; i < BLOCK; i++) {
            block[i] ^= pad;
        }
        var digest = new Sha256Digest();
        digest.update(block);
        return digest;
    }

    /// The authentication code of a text.
    public byte[] mac(byte[] text) {
        Sha256Digest first = inner.clone();
        first.update(text);
        Sha256Digest second = outer.clone();
        second.update(first.digest());
        return second.digest();
    }
}
