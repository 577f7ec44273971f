package dev.deft.agent.model.http;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;

/// One server-sent event, without its name: all wires have the type in the data, and not every
/// server sends names.
///
/// Its data lies where it arrived, and is valid until the next bytes are read.
public final class ServerEvent {

    private final byte[] bytes;
    private final int from;
    private final int length;

    ServerEvent(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.from = from;
        this.length = length;
    }

    /// An event with this text.
    static ServerEvent of(String data) {
        byte[] bytes = data.getBytes(StandardCharsets.UTF_8);
        return new ServerEvent(bytes, 0, bytes.length);
    }

    /// The data, which is an object.
    public Json.Obj object() throws JsonSyntaxException {
        return JsonText.parseObject(bytes, from, length);
    }

    /// Whether the data is a word of ASCII, with spaces around it or not.
    public boolean is(String word) {
        int begin = from;
        int end = from + length;
        while (begin < end && isSpace(bytes[begin])) {
            begin++;
        }
        while (begin < end && isSpace(bytes[end - 1])) {
            end--;
        }
        boolean same = end - begin == word.length();
        for (int i = 0; same && i < word.length(); i++) {
            same = bytes[begin + i] == word.charAt(i);
        }
        return same;
    }

    private static boolean isSpace(byte it) {
        return it >= 0 && it <= ' ';
    }

    /// The data as text.
    String data() {
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }
}
