package dev.deft.tools.files.media;

import dev.deft.host.Bytes;
import dev.deft.tools.files.text.TextFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/// The type of a file, detected from its first bytes and its name.
///
/// @param name such as `ZIP archive`
/// @param mimeType empty if it is not needed
public record FileKind(Type type, String name, String mimeType) {

    /// How many bytes of a file are needed to detect its type.
    public static final int HEAD_BYTES = 8 * 1024;

    /// How a file is shown.
    public enum Type {
        TEXT,
        NOTEBOOK,
        IMAGE,
        PDF,
        BINARY;

        /// Its name in results.
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static final FileKind TEXT = new FileKind(Type.TEXT, "text", "text/plain");
    private static final FileKind NOTEBOOK =
            new FileKind(Type.NOTEBOOK, "Jupyter notebook", "application/x-ipynb+json");
    private static final FileKind UNKNOWN = new FileKind(Type.BINARY, "binary data", "");

    private static final List<Signature> SIGNATURES =
            List.of(
                    image("\u0089PNG\r\n\u001A\n", "PNG picture", "image/png"),
                    image("\u00FF\u00D8\u00FF", "JPEG picture", "image/jpeg"),
                    image("GIF87a", "GIF picture", "image/gif"),
                    image("GIF89a", "GIF picture", "image/gif"),
                    new Signature(
                            "RIFF",
                            "WEBP",
                            8,
                            new FileKind(Type.IMAGE, "WebP picture", "image/webp")),
                    new Signature(
                            "BM",
                            "\0\0\0\0",
                            6,
                            new FileKind(Type.IMAGE, "BMP picture", "image/bmp")),
                    new Signature("%PDF-", "", 0, new FileKind(Type.PDF, "PDF", "application/pdf")),
                    new Signature("RIFF", "WAVE", 8, binary("WAV sound")),
                    new Signature("RIFF", "AVI ", 8, binary("AVI video")),
                    new Signature("", "ftyp", 4, binary("MP4 or QuickTime video")),
                    new Signature("", "ustar", 257, binary("tar archive")),
                    signed("PK\u0003\u0004", "ZIP archive"),
                    signed("PK\u0005\u0006", "ZIP archive"),
                    signed("\u001F\u008B", "gzip data"),
                    signed("BZh", "bzip2 data"),
                    signed("\u00FD7zXZ\0", "xz data"),
                    signed("(\u00B5/\u00FD", "Zstandard data"),
                    signed("7z\u00BC\u00AF'\u001C", "7-Zip archive"),
                    signed("Rar!\u001A\u0007", "RAR archive"),
                    signed("\u007FELF", "ELF executable"),
                    signed("MZ", "Windows executable"),
                    signed("\u00CA\u00FE\u00BA\u00BE", "Java class file or Mach-O executable"),
                    signed("\u00CF\u00FA\u00ED\u00FE", "Mach-O executable"),
                    signed("\0asm", "WebAssembly module"),
                    signed("SQLite format 3\0", "SQLite database"),
                    signed("ID3", "MP3 sound"),
                    signed("OggS", "Ogg sound or video"),
                    signed("fLaC", "FLAC sound"),
                    signed("wOFF", "WOFF font"),
                    signed("wOF2", "WOFF2 font"),
                    signed("\0\u0001\0\0", "TrueType font"),
                    signed("II*\0", "TIFF picture"),
                    signed("MM\0*", "TIFF picture"),
                    signed("\0\0\u0001\0", "icon"));

    private static Signature image(String start, String name, String mimeType) {
        return new Signature(start, "", 0, new FileKind(Type.IMAGE, name, mimeType));
    }

    private static Signature signed(String start, String name) {
        return new Signature(start, "", 0, binary(name));
    }

    private static FileKind binary(String name) {
        return new FileKind(Type.BINARY, name, "");
    }

    /// Pictures and PDFs are detected by their first bytes alone; other signatures count only if
    /// the bytes are not text.
    public static FileKind of(String fileName, Bytes head) {
        String start = head.text(StandardCharsets.ISO_8859_1);
        boolean binary = TextFile.looksBinary(head);
        for (Signature it : SIGNATURES) {
            if (it.fits(start) && (binary || it.kind().type() != Type.BINARY)) {
                return it.kind();
            }
        }
        return binary ? UNKNOWN : text(fileName);
    }

    private static FileKind text(String fileName) {
        return fileName.toLowerCase(Locale.ROOT).endsWith(".ipynb") ? NOTEBOOK : TEXT;
    }

    /// The first bytes of a file type; one character for each byte.
    ///
    /// @param further the bytes that must follow at `at`
    private record Signature(String start, String further, int at, FileKind kind) {

        boolean fits(String head) {
            return head.startsWith(start) && head.startsWith(further, at);
        }
    }
}
