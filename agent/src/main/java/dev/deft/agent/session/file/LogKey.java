package dev.deft.agent.session.file;

import dev.deft.agent.key.HmacSha256;
import dev.deft.agent.key.UserKey;
import dev.deft.agent.session.SessionId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/// The key with which a user signs the entries of their logs.
///
/// A log is part of a workspace, which may come from anybody; only what this user signed is
/// trusted.
final class LogKey {

    static final int BYTES = UserKey.BYTES;

    private final HmacSha256 hmac;

    LogKey(byte[] key) {
        this.hmac = new HmacSha256(key);
    }

    /// Reads the key from a file, or creates one that only its owner can read.
    static LogKey load(Path file) throws IOException {
        return new LogKey(UserKey.bytes(file));
    }

    /// Signs the hash of an entry, which covers all entries before it. The signature is valid for
    /// this session only.
    String sign(SessionId session, String hash) {
        byte[] text = (session.value() + "\n" + hash).getBytes(StandardCharsets.US_ASCII);
        return HexFormat.of().formatHex(mac(text));
    }

    byte[] mac(byte[] text) {
        return hmac.mac(text);
    }
}
