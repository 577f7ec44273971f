package dev.deft.search.walk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;

/// Decodes a line: as UTF-8 if it is valid, else as windows-1252.
public final class TextDecoder {

    private static final Charset WESTERN = Charset.forName("windows-1252");
    private static final VarHandle EIGHT =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long HIGH_BITS = 0x8080808080808080L;

    private TextDecoder() {}

    public static String decode(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, isUtf8(bytes, from, to) ? UTF_8 : WESTERN);
    }

    /// The last position up to `at` at which a character of valid UTF-8 begins.
    public static int characterStart(byte[] bytes, int from, int at) {
        int i = at;
        while (i > from && i < bytes.length && (bytes[i] & 0xc0) == 0x80) {
            i--;
        }
        return i;
    }

    /// The number of `char`s in valid UTF-8.
    public static int characters(byte[] bytes, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += (bytes[i] & 0xc0) == 0x80 ? 0 : (bytes[i] & 0xff) >= 0xf0 ? 2 : 1;
        }
        return count;
    }

    /// Converts a line that is not UTF-8 to UTF-8.
    public static byte[] recode(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, WESTERN).getBytes(UTF_8);
    }

    public static boolean isAscii(byte[] bytes, int from, int to) {
        int i = from;
        for (; i + 8 <= to; i += 8) {
            if (((long) EIGHT.get(bytes, i) & HIGH_BITS) != 0) {
                return false;
            }
        }
        for (; i < to; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    public static boolean isUtf8(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            if (i + 8 <= to && ((long) EIGHT.get(bytes, i) & HIGH_BITS) == 0) {
                i += 8;
                continue;
            }
            if (bytes[i] >= 0) {
                i++;
                continue;
            }
            int length = sequence(bytes, i, to);
            if (length == 0) {
                return false;
            }
            i += length;
        }
        return true;
    }

    /// The length of the valid multi-byte sequence at `i`, or 0.
    private static int sequence(byte[] bytes, int i, int to) {
        int lead = bytes[i] & 0xff;
        int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
        if (lead < 0xc2 || lead > 0xf4 || i + length > to) {
            return 0;
        }
        for (int k = 1; k < length; k++) {
            if ((bytes[i + k] & 0xc0) != 0x80) {
                return 0;
            }
        }
        int second = bytes[i + 1] & 0xff;
        boolean wrong =
                (lead == 0xe0 && second < 0xa0)
                        || (lead == 0xed && second >= 0xa0)
                        || (lead == 0xf0 && second < 0x90)
                        || (lead == 0xf4 && second >= 0x90);
        return wrong ? 0 : length;
    }
}
