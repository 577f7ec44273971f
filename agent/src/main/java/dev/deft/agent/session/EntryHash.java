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
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(previous.getBytes(StandardCharsets.US_ASCII));
            digest.update(JsonText.write(entry).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
