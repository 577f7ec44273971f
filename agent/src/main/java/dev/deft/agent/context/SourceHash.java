package dev.deft.agent.context;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// Tells whether a summary still fits what it was made of.
final class SourceHash {

    private SourceHash() {}

    static String of(List<Unit> units) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Unit unit : units) {
                digest.update(unit.messages().toString().getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
