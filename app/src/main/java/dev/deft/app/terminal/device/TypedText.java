package dev.deft.app.terminal.device;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// Decodes text that a terminal sends. Malformed bytes and control characters are dropped.
final class TypedText {

    private TypedText() {}

    /// The end of the last complete character in a range.
    static int completeEnd(byte[] bytes, int from, int to) {
        for (int i = to - 1; i >= Math.max(from, to - 4); i--) {
            int unit = bytes[i] & 0xff;
            if (unit >= 0xc0) {
                return i + length(unit) > to ? i : to;
            }
            if (unit < 0x80) {
                return to;
            }
        }
        return to;
    }

    /// The bytes of a character by its first one.
    static int length(int first) {
        if (first < 0xc0) {
            return 1;
        }
        if (first < 0xe0) {
            return 2;
        }
        return first < 0xf0 ? 3 : 4;
    }

    static String valid(byte[] bytes, int from, int to) {
        try {
            String text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .onMalformedInput(CodingErrorAction.IGNORE)
                            .onUnmappableCharacter(CodingErrorAction.IGNORE)
                            .decode(ByteBuffer.wrap(bytes, from, to - from))
                            .toString();
            return withoutC1(text);
        } catch (CharacterCodingException e) {
            throw new IllegalStateException("errors are ignored", e);
        }
    }

    private static String withoutC1(String text) {
        if (text.chars().noneMatch(TypedText::isC1)) {
            return text;
        }
        var clean = new StringBuilder(text.length());
        text.chars().filter(it -> !isC1(it)).forEach(it -> clean.append((char) it));
        return clean.toString();
    }

    private static boolean isC1(int character) {
        return character >= 0x80 && character < 0xa0;
    }
}
