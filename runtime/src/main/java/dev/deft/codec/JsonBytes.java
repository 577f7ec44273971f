package dev.deft.codec;

import dev.deft.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes JSON as UTF-8, without a text in between. Its bytes are those of what [JsonText#write]
/// writes.
public final class JsonBytes {

    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final byte[] HEX = {
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'
    };
    private static final int FIRST_SIZE = 512;

    /// What the JDK writes for half of a pair of surrogates.
    private static final byte REPLACEMENT = '?';

    /// The most room that is kept for further bytes.
    private static final int MOST_KEPT = 64 * 1024;

    private byte[] bytes = new byte[FIRST_SIZE];
    private int length;
    private int depth;
    private boolean lossy;

    /// {@return a value as UTF-8}
    public static byte[] of(Json value) {
        return new JsonBytes().value(value).toBytes();
    }

    /// {@return a value as JSON on one line; empty if UTF-8 cannot hold its text}
    static Optional<String> line(Json value) {
        var out = new JsonBytes();
        out.value(value);
        return out.lossy
                ? Optional.empty()
                : Optional.of(new String(out.bytes, 0, out.length, StandardCharsets.UTF_8));
    }

    /// The number of bytes so far.
    public int length() {
        return length;
    }

    /// The last byte; 0 if there is none.
    public byte last() {
        return length == 0 ? 0 : bytes[length - 1];
    }

    /// Takes back all bytes behind a length.
    public void shortenTo(int less) {
        length = Math.min(length, less);
    }

    /// Takes back all bytes. Their room is used again, unless it is large.
    public void clear() {
        length = 0;
        depth = 0;
        if (bytes.length > MOST_KEPT) {
            bytes = new byte[FIRST_SIZE];
        }
    }

    /// {@return whether these are the bytes so far}
    public boolean hasBytes(byte[] others) {
        return Arrays.equals(bytes, 0, length, others, 0, others.length);
    }

    /// {@return a copy of the bytes}
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /// Writes a value.
    public JsonBytes value(Json value) {
        if (value instanceof Json.Str(String text)) {
            text(text);
        } else if (value instanceof Json.Num(String literal)) {
            bytes(literal.getBytes(StandardCharsets.UTF_8));
        } else if (value instanceof Json.Obj(Map<String, Json> fields)) {
            enter('{');
            for (Map.Entry<String, Json> field : fields.entrySet()) {
                field(field.getKey(), field.getValue());
            }
            leave('}');
        } else if (value instanceof Json.Arr(List<Json> items)) {
            enter('[');
            values(items);
            leave(']');
        } else if (value instanceof Json.Bool(boolean flag)) {
            bytes(flag ? TRUE : FALSE);
        } else {
            bytes(NULL);
        }
        return this;
    }

    /// Writes values with commas between them.
    public JsonBytes values(List<? extends Json> items) {
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) {
                add(',');
            }
            value(items.get(i));
        }
        return this;
    }

    private void enter(char begin) {
        if (++depth > 2 * JsonText.MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "nested deeper than %d levels".formatted(2 * JsonText.MAX_DEPTH));
        }
        add(begin);
    }

    private void leave(char end) {
        depth--;
        add(end);
    }

    /// Writes a field of an object that was begun, with a comma where it is not the first.
    public JsonBytes field(String name, Json value) {
        return name(name).value(value);
    }

    /// Writes the name of a field of an object that was begun; its value is next.
    public JsonBytes name(String name) {
        if (last() != '{') {
            add(',');
        }
        text(name);
        return add(':');
    }

    /// Writes a character of JSON itself, such as a bracket.
    public JsonBytes add(char ascii) {
        room(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    /// Writes bytes that are JSON.
    public JsonBytes bytes(byte[] json) {
        return bytes(json, 0, json.length);
    }

    /// Writes some bytes of an array that are JSON.
    public JsonBytes bytes(byte[] json, int from, int count) {
        room(count);
        System.arraycopy(json, from, bytes, length, count);
        length += count;
        return this;
    }

    /// Writes a string with its quotes. The text is encoded as a whole, which the JDK does fast;
    /// then what needs no escape is copied in runs.
    private void text(String text) {
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        room(plain.length + 2);
        bytes[length++] = '"';
        int from = 0;
        for (int at = 0; at < plain.length; at++) {
            byte it = plain[at];
            if ((it >= 0 && it < ' ') || it == '"' || it == '\\') {
                bytes(plain, from, at - from);
                escape(it);
                from = at + 1;
            } else if (it == REPLACEMENT && !lossy) {
                lossy = hasLoneSurrogate(text);
            }
        }
        bytes(plain, from, plain.length - from);
        add('"');
    }

    private static boolean hasLoneSurrogate(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (Character.isSurrogate(text.charAt(at))) {
                if (text.codePointAt(at) < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
                    return true;
                }
                at++;
            }
        }
        return false;
    }

    private void escape(byte it) {
        add('\\');
        switch (it) {
            case '"', '\\' -> add((char) it);
            case '\b' -> add('b');
            case '\t' -> add('t');
            case '\n' -> add('n');
            case '\f' -> add('f');
            case '\r' -> add('r');
            default -> {
                add('u').add('0').add('0');
                add((char) HEX[it >> 4]).add((char) HEX[it & 0xF]);
            }
        }
    }

    private void room(int more) {
        int least = Math.addExact(length, more);
        if (least > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(least, bytes.length + (bytes.length >> 1)));
        }
    }
}
