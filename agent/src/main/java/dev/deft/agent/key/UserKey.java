package dev.deft.agent.key;

import dev.deft.policy.UserFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/// The secret key of a user. What is signed with it was written by this user, wherever the file
/// that holds it comes from.
public final class UserKey {

    /// The length of a key.
    public static final int BYTES = 32;

    private static final String FILE = "session.key";

    private final HmacSha256 hmac;

    private UserKey(byte[] key) {
        this.hmac = new HmacSha256(key);
    }

    /// Reads the key from the user's data directory, or creates it there.
    public static UserKey in(Path data) throws IOException {
        return new UserKey(bytes(data.resolve(FILE)));
    }

    /// Reads a key from a file, or creates one that only its owner can read.
    public static byte[] bytes(Path file) throws IOException {
        byte[] key = new UserFile(file).readOrCreate(UserKey::generate);
        if (key.length != BYTES) {
            throw new IOException(
                    "%s is not a key: it has %d bytes instead of %d. Delete it, and Deft creates a new one."
                            .formatted(file, key.length, BYTES));
        }
        return key;
    }

    private static byte[] generate() {
        byte[] key = new byte[BYTES];
        new SecureRandom().nextBytes(key);
        return key;
    }

    /// Signs a text.
    ///
    /// @param purpose what is signed; a signature for one purpose is worth nothing for another. A
    ///   purpose has a dot, which no session id has, so that it cannot be mistaken for an entry of
    ///   a log
    public String sign(String purpose, String text) {
        byte[] signed = (purpose + "\n" + text).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(hmac.mac(signed));
    }

    /// Whether a signature is that of a text, compared in constant time.
    public boolean verifies(String purpose, String text, String signature) {
        return MessageDigest.isEqual(
                sign(purpose, text).getBytes(StandardCharsets.US_ASCII),
                signature.getBytes(StandardCharsets.UTF_8));
    }
}
