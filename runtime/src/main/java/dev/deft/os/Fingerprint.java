package dev.deft.os;

import dev.deft.host.Bytes;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/// Tells contents apart: the length and two checksums, spelled as text.
///
/// A cryptographic hash of 10 MB takes 100 ms or more before the second compiler has warmed up,
/// this takes two. Whoever must not confuse two contents that somebody made alike on purpose
/// compares the bytes too.
public record Fingerprint(String text) {

    private static final int CHECKSUM_DIGITS = 16;

    public static Fingerprint of(Bytes content) {
        long castagnoli = checksum(new CRC32C(), content);
        long ieee = checksum(new CRC32(), content);
        return new Fingerprint("%08x%08x%x".formatted(castagnoli, ieee, content.size()));
    }

    /// How many bytes the content of a fingerprint's text has.
    public static long size(String text) {
        return Long.parseLong(text, CHECKSUM_DIGITS, text.length(), 16);
    }

    private static long checksum(Checksum checksum, Bytes content) {
        checksum.update(content.buffer());
        return checksum.getValue();
    }
}
