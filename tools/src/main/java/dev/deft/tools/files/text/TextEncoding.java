package dev.deft.tools.files.text;

import dev.deft.host.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// The encoding of a text file.
public enum TextEncoding {
    UTF_8("utf-8", StandardCharsets.UTF_8, ""),
    UTF_8_BOM("utf-8-bom", StandardCharsets.UTF_8, "\u00EF\u00BB\u00BF"),
    UTF_16LE("utf-16le", StandardCharsets.UTF_16LE, "\u00FF\u00FE"),
    UTF_16BE("utf-16be", StandardCharsets.UTF_16BE, "\u00FE\u00FF"),
    ISO_8859_1("iso-8859-1", StandardCharsets.ISO_8859_1, ""),
    WINDOWS_1252("windows-1252", Charset.forName("windows-1252"), "");

    private static final int LONGEST_MARK = 3;

    private final String wire;
    private final Charset charset;

    /// The byte order mark, one character for each byte.
    private final String mark;

    TextEncoding(String wire, Charset charset, String mark) {
        this.wire = wire;
        this.charset = charset;
        this.mark = mark;
    }

    /// The encoding whose byte order mark is at the beginning.
    public static Optional<TextEncoding> marked(Bytes head) {
        if (head.size() < 2 || head.at(0) >= 0) {
            return Optional.empty();
        }
        String first = head.part(0, LONGEST_MARK).text(StandardCharsets.ISO_8859_1);
        for (TextEncoding it : values()) {
            if (!it.mark.isEmpty() && first.startsWith(it.mark)) {
                return Optional.of(it);
            }
        }
        return Optional.empty();
    }

    /// The encoding of a name such as `utf8`, `latin1` or `utf-16le`.
    public static Optional<TextEncoding> named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "utf8", "utf-8" -> Optional.of(UTF_8);
            case "utf-8-bom" -> Optional.of(UTF_8_BOM);
            case "utf16le", "utf-16le", "utf16", "utf-16", "ucs2", "ucs-2" -> Optional.of(UTF_16LE);
            case "utf16be", "utf-16be" -> Optional.of(UTF_16BE);
            case "latin1", "binary", "ascii", "iso-8859-1" -> Optional.of(ISO_8859_1);
            case "windows-1252", "cp1252" -> Optional.of(WINDOWS_1252);
            default -> Optional.empty();
        };
    }

    /// Its name in results.
    public String wire() {
        return wire;
    }

    public Charset charset() {
        return charset;
    }

    public int markLength() {
        return mark.length();
    }

    byte[] markBytes() {
        return mark.getBytes(StandardCharsets.ISO_8859_1);
    }

    /// The size of the smallest character in bytes; every character starts at a multiple of it.
    public int unit() {
        return wide() ? 2 : 1;
    }

    private boolean wide() {
        return this == UTF_16LE || this == UTF_16BE;
    }

    /// Moves an index back to the start of a character.
    public int alignDown(ByteBuffer bytes, int index) {
        if (index <= 0 || index >= bytes.limit()) {
            return index;
        }
        if (wide()) {
            int even = index - index % 2;
            return even >= 2 && even + 1 < bytes.limit() && isLowSurrogate(bytes, even)
                    ? even - 2
                    : even;
        }
        if (!charset.equals(StandardCharsets.UTF_8)) {
            return index;
        }
        int aligned = index;
        while (aligned > 0 && index - aligned < 3 && (bytes.get(aligned) & 0xC0) == 0x80) {
            aligned--;
        }
        return aligned;
    }

    /// Moves an index forward to the start of a character.
    public int alignUp(ByteBuffer bytes, int index) {
        int aligned = index;
        while (aligned < bytes.limit() && alignDown(bytes, aligned) < index) {
            aligned++;
        }
        return aligned;
    }

    private boolean isLowSurrogate(ByteBuffer bytes, int index) {
        int high = bytes.get(this == UTF_16BE ? index : index + 1) & 0xFF;
        return high >= 0xDC && high <= 0xDF;
    }
}
