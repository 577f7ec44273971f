package dev.deft.agent.key;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/// HMAC-SHA256 (RFC 2104), built on the digest alone: the cryptography classes of the JDK take
/// longer to load than a short command takes. Thread-safe.
public final class HmacSha256 {

    private static final int BLOCK = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final MessageDigest inner;
    private final MessageDigest outer;

    /// @param key of any length
    public HmacSha256(byte[] key) {
        byte[] fit = key.length > BLOCK ? digest().digest(key) : key;
        inner = started(fit, INNER);
        outer = started(fit, OUTER);
    }

    private static MessageDigest started(byte[] key, byte pad) {
        byte[] block = Arrays.copyOf(key, BLOCK);
        for (int i = 0; i < BLOCK; i++) {
            block[i] ^= pad;
        }
        MessageDigest digest = digest();
        digest.update(block);
        return digest;
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /// The authentication code of a text.
    public byte[] mac(byte[] text) {
        MessageDigest first = copy(inner);
        first.update(text);
        MessageDigest second = copy(outer);
        second.update(first.digest());
        return second.digest();
    }

    private static MessageDigest copy(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the SHA-256 of every Java can be copied", e);
        }
    }
}
