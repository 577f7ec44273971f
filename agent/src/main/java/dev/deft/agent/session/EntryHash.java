package dev.deft.agent.session;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The hash that chains an entry to the one before, so that an altered log can be told.
final class EntryHash {

    static final String FIRST = "0".repeat(64);

    private EntryHash() {}

    static String of(String previous, Json.Obj entry) {
        return of(previous, JsonText.write(entry));
    }

    /// Of an entry in words, without its hash.
    static String of(String previous, String entry) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(previous.getBytes(StandardCharsets.US_ASCII));
            digest.update(entry.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /// The words of an entry with its hash as the last field.
    static String sealed(String entry, String hash) {
        return entry.substring(0, entry.length() - 1) + ",\"hash\":\"" + hash + "\"}";
    }
}
