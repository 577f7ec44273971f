package dev.deft.agent.session.file;

import dev.deft.agent.key.Sha256Digest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/// The hash that chains an entry to the one before it, and the writer's signature.
final class EntryHash {

    static final String INITIAL = "0".repeat(64);

    private static final int HEX = 64;
    private static final String HASH = ",\"hash\":\"";
    private static final String MAC = ",\"mac\":\"";
    private static final String END = "\"}";

    private EntryHash() {}

    /// Hashes an entry together with the hash of the one before it.
    ///
    /// @param entry its JSON text without the fields `hash` and `mac`
    static String of(String previous, String entry) {
        return of(previous, entry.getBytes(StandardCharsets.UTF_8));
    }

    /// @param entry its JSON text in UTF-8, without the fields `hash` and `mac`
    static String of(String previous, byte[] entry) {
        var digest = new Sha256Digest();
        digest.update(previous.getBytes(StandardCharsets.US_ASCII));
        digest.update(entry);
        return HexFormat.of().formatHex(digest.digest());
    }

    /// The line of an entry with its hash, and the signature if there is one, in UTF-8. It ends
    /// with a newline.
    ///
    /// @param entry its JSON text in UTF-8
    static byte[] line(byte[] entry, String hash, Optional<String> mac) {
        String tail = mac.isPresent() ? HASH + hash + "\"" + MAC + mac.get() : HASH + hash;
        byte[] end = (tail + END + "\n").getBytes(StandardCharsets.US_ASCII);
        byte[] line = Arrays.copyOf(entry, entry.length - 1 + end.length);
        System.arraycopy(end, 0, line, entry.length - 1, end.length);
        return line;
    }

    /// The parts of a line.
    ///
    /// @param entry the JSON text that was hashed
    /// @param mac empty if the entry is not signed
    record Parts(String entry, String hash, String mac) {}

    /// Splits a line. A line that does not end with the expected fields has no hash and no
    /// signature.
    static Parts split(String line) {
        int end = line.endsWith(END) ? line.length() - END.length() : 0;
        String mac = field(line, MAC, end);
        int beforeMac = mac.isEmpty() ? end : end - HEX - MAC.length() - 1;
        String hash = field(line, HASH, beforeMac);
        return hash.isEmpty()
                ? new Parts(line, "", "")
                : new Parts(line.substring(0, beforeMac - HEX - HASH.length()) + "}", hash, mac);
    }

    private static String field(String line, String name, int end) {
        int from = end - HEX;
        return from >= name.length()
                        && line.startsWith("\"", end)
                        && line.startsWith(name, from - name.length())
                ? line.substring(from, end)
                : "";
    }
}
