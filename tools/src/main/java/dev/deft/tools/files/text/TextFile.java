package dev.deft.tools.files.text;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A text file in memory: its characters and their encoding.
///
/// [#encode] is the exact inverse of [#decode].
public record TextFile(TextEncoding encoding, String text) {

    /// A file with a zero byte among its first bytes is binary.
    private static final int SNIFFED_BYTES = 8_000;

    /// What invalid bytes are decoded to.
    private static final char INVALID = '\uFFFD';

    /// Decodes a text file; empty if it is binary.
    public static Optional<TextFile> decode(Bytes content) {
        if (looksBinary(content)) {
            return Optional.empty();
        }
        Optional<String> usual = utf8(content);
        if (usual.isPresent()) {
            return Optional.of(new TextFile(TextEncoding.UTF_8, usual.get()));
        }
        var detector = new EncodingDetector(content);
        ByteBuffer bytes = content.buffer();
        detector.feed(bytes, 0, bytes.limit());
        return decode(content, detector.verdict());
    }

    /// The text of a file in UTF-8 without a byte order mark. Empty if it has a mark, if it is not
    /// valid, and if it contains the character that stands for invalid bytes.
    public static Optional<String> utf8(Bytes content) {
        if (TextEncoding.marked(content).isPresent()) {
            return Optional.empty();
        }
        String text = content.text(StandardCharsets.UTF_8);
        return text.indexOf(INVALID) < 0 ? Optional.of(text) : Optional.empty();
    }

    /// Decodes a text file whose encoding is known; empty if its bytes are invalid.
    public static Optional<TextFile> decode(Bytes content, TextEncoding encoding) {
        ByteBuffer bytes = content.buffer();
        if (TextEncoding.marked(content).equals(Optional.of(encoding))) {
            bytes.position(encoding.markLength());
        }
        try {
            String text =
                    encoding.charset()
                            .newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .onUnmappableCharacter(CodingErrorAction.REPORT)
                            .decode(bytes)
                            .toString();
            return Optional.of(new TextFile(encoding, text));
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    /// Whether the beginning of a file suggests that it is binary.
    public static boolean looksBinary(Bytes head) {
        Optional<TextEncoding> marked = TextEncoding.marked(head);
        if (marked.isPresent() && marked.get().unit() > 1) {
            return false;
        }
        Bytes sniffed = head.size() <= SNIFFED_BYTES ? head : head.part(0, SNIFFED_BYTES);
        return sniffed.text(StandardCharsets.ISO_8859_1).indexOf('\0') >= 0;
    }

    public TextFile withText(String text) {
        return new TextFile(encoding, text);
    }

    /// Encodes the file.
    ///
    /// @param path for the message if the encoding lacks a character
    public Bytes encode(String path) throws HostException {
        if (encoding == TextEncoding.UTF_8) {
            Bytes usual = Bytes.of(text);
            if (usual.text(StandardCharsets.UTF_8).equals(text)) {
                return usual;
            }
        }
        ByteBuffer body = encoded(path);
        byte[] mark = encoding.markBytes();
        byte[] all = new byte[mark.length + body.remaining()];
        System.arraycopy(mark, 0, all, 0, mark.length);
        body.get(all, mark.length, body.remaining());
        return Bytes.wrap(all);
    }

    private ByteBuffer encoded(String path) throws HostException {
        try {
            return encoding.charset()
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException _) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "%s is encoded as %s, which cannot represent %s. Use other characters, or convert the file first."
                            .formatted(path, encoding.wire(), firstInexpressible()));
        }
    }

    private String firstInexpressible() {
        var encoder = encoding.charset().newEncoder();
        return text.codePoints()
                .filter(it -> !encoder.canEncode(Character.toString(it)))
                .mapToObj("U+%04X"::formatted)
                .findFirst()
                .orElse("a character of the new text");
    }
}
