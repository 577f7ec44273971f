package dev.deft.mcp.oauth;

import dev.deft.output.SecretMask;
import dev.deft.output.TerminalText;
import java.util.LinkedHashSet;
import java.util.SequencedSet;

/// The secrets of one server that are known to this process, so that no text shows them.
final class SecretTexts {

    private static final int SHORTEST = 8;
    private static final int MOST = 64;
    private static final int LONGEST_TEXT = 200;

    private final SequencedSet<String> values = new LinkedHashSet<>();

    /// Adds a secret. The oldest one is forgotten when there are many.
    synchronized void add(String secret) {
        if (secret.length() < SHORTEST) {
            return;
        }
        values.add(secret);
        if (values.size() > MOST) {
            values.removeFirst();
        }
    }

    /// Masks only the known secrets, so that a message of the protocol stays one: neither a token
    /// nor the mask holds a character that JSON escapes, but for a slash, which some servers do
    /// escape.
    synchronized String masked(String text) {
        String masked = text;
        for (String it : values) {
            masked = masked.replace(it, SecretMask.MASK);
            if (it.indexOf('/') >= 0) {
                masked = masked.replace(it.replace("/", "\\/"), SecretMask.MASK);
            }
        }
        return masked;
    }

    /// One short line of a foreign text, fit for a message.
    String foreign(String text) {
        return TerminalText.line(SecretMask.KEYS_ONLY.text(masked(text)), LONGEST_TEXT);
    }
}
