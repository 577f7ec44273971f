package dev.deft.agent.session.file;

import dev.deft.agent.session.SessionId;
import dev.deft.policy.UserFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/// The key with which a user signs the entries of their logs.
///
/// A log is part of a workspace, which may come from anybody; only what this user signed is
/// trusted. HMAC-SHA256, built on the digest alone: the cryptography classes of the JDK take longer
/// to load than a short command takes.
final class LogKey {

    static final int BYTES = 32;

    private static final int BLOCK = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final MessageDigest inner;
    private final MessageDigest outer;

    /// @param key at most one block of bytes
    LogKey(byte[] key) {
        inner = started(key, INNER);
        outer = started(key, OUTER);
    }

    private static MessageDigest started(byte[] key, byte pad) {
        byte[] block = Arrays.copyOf(key, BLOCK);
        for (int i = 0; i < BLOCK; i++) {
            block[i] ^= pad;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(block);
            return digest;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /// Reads the key from a file, or creates one that only its owner can read.
    static LogKey load(Path file) throws IOException {
        byte[] key = new UserFile(file).readOrCreate(LogKey::generate);
        if (key.length != BYTES) {
            throw new IOException(
                    "%s is not a key: it has %d bytes instead of %d. Delete it, and Deft creates a new one."
                            .formatted(file, key.length, BYTES));
        }
        return new LogKey(key);
    }

    private static byte[] generate() {
        byte[] key = new byte[BYTES];
        new SecureRandom().nextBytes(key);
        return key;
    }

    /// Signs the hash of an entry, which covers all entries before it. The signature is valid for
    /// this session only.
    String sign(SessionId session, String hash) {
        byte[] text = (session.value() + "\n" + hash).getBytes(StandardCharsets.US_ASCII);
        return HexFormat.of().formatHex(mac(text));
    }

    byte[] mac(byte[] text) {
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
