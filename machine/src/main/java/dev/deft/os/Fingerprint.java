package dev.deft.os;

import dev.deft.host.Bytes;
import dev.deft.os.tree.FileContent;
import java.io.IOException;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/// Identifies a content by its length and two checksums, written as text.
///
/// A cryptographic hash of 10 MB takes 100 ms or more before the JIT compiler is warm; this takes
/// two. It does not resist deliberate collisions: where those matter, compare the bytes as well.
public record Fingerprint(String text) {

    private static final int CHECKSUM_DIGITS = 16;

    public static Fingerprint of(Bytes content) {
        var castagnoli = new CRC32C();
        castagnoli.update(content.buffer());
        var ieee = new CRC32();
        ieee.update(content.buffer());
        return of(castagnoli, ieee, content.size());
    }

    /// Reads the whole content, chunk by chunk.
    public static Fingerprint of(FileContent content) throws IOException {
        var castagnoli = new CRC32C();
        var ieee = new CRC32();
        content.transferTo(piece -> {
            castagnoli.update(piece.buffer());
            ieee.update(piece.buffer());
        });
        return of(castagnoli, ieee, content.size());
    }

    private static Fingerprint of(CRC32C castagnoli, CRC32 ieee, long size) {
        HexFormat hex = HexFormat.of();
        return new Fingerprint(
                hex.toHexDigits((int) castagnoli.getValue())
                        + hex.toHexDigits((int) ieee.getValue())
                        + Long.toHexString(size));
    }

    /// The content length that a fingerprint's text records.
    public static long size(String text) {
        return Long.parseLong(text, CHECKSUM_DIGITS, text.length(), 16);
    }
}
