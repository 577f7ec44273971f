package dev.deft.mcp.oauth;

import dev.deft.output.SecretMask;
import dev.deft.output.TerminalText;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;

/// The secrets of one server that are known to this process, so that no text shows them.
final class SecretTexts {

    private static final int SHORTEST = 6;
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

    synchronized String masked(String text) {
        Map<String, String> byName = new HashMap<>();
        values.forEach(it -> byName.put("oauth " + byName.size(), it));
        return new SecretMask(byName, _ -> false).text(text);
    }

    /// One short line of a foreign text, fit for a message.
    String foreign(String text) {
        return TerminalText.line(masked(text), LONGEST_TEXT);
    }
}
