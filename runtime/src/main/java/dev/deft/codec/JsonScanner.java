package dev.deft.codec;

import dev.deft.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Parses JSON where it lies, as UTF-8 in an array, without a text of the whole.
///
/// It knows one answer besides a value: that this is not plain JSON. Then [JsonText] parses it
/// again, to say what is wrong and where.
final class JsonScanner {

    private static final int MAX_NUMBER = 1_000;
    private static final int MAX_NAME = 50_000;

    private final byte[] bytes;
    private final int end;
    private int at;
    private int depth;

    private JsonScanner(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.at = from;
        this.end = from + length;
    }

    /// The value; empty if there is no value, more than one, or something is wrong with it.
    static Optional<Json> parse(byte[] bytes, int from, int length) {
        try {
            var scanner = new JsonScanner(bytes, from, length);
            scanner.skipSpace();
            Json value = scanner.value();
            scanner.skipSpace();
            return scanner.at == scanner.end ? Optional.of(value) : Optional.empty();
        } catch (NotPlain _) {
            return Optional.empty();
        }
    }

    /// Ends the parsing; without a stack trace it costs nothing.
    private static final class NotPlain extends RuntimeException {

        private static final long serialVersionUID = 1;

        NotPlain() {
            super("not plain JSON", null, false, false);
        }
    }

    private byte peek() {
        if (at == end) {
            throw new NotPlain();
        }
        return bytes[at];
    }

    private void skipSpace() {
        while (at < end
                && (bytes[at] == ' '
                        || bytes[at] == '\n'
                        || bytes[at] == '\r'
                        || bytes[at] == '\t')) {
            at++;
        }
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw new NotPlain();
        }
        at++;
    }

    private Json value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> new Json.Str(string());
            case 't' -> word("true", new Json.Bool(true));
            case 'f' -> word("false", new Json.Bool(false));
            case 'n' -> word("null", Json.Null.VALUE);
            default -> number();
        };
    }

    private void enter() {
        at++;
        if (++depth > JsonText.MAX_DEPTH) {
            throw new NotPlain();
        }
        skipSpace();
    }

    /// Whether another item follows; else the end was read.
    private boolean hasNext(char close) {
        skipSpace();
        if (peek() == ',') {
            at++;
            skipSpace();
            return true;
        }
        expect(close);
        depth--;
        return false;
    }

    private Json.Obj object() {
        enter();
        if (peek() == '}') {
            at++;
            depth--;
            return Json.Obj.EMPTY;
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        do {
            if (peek() != '"') {
                throw new NotPlain();
            }
            String name = string();
            skipSpace();
            expect(':');
            skipSpace();
            if (name.length() > MAX_NAME || fields.put(name, value()) != null) {
                throw new NotPlain();
            }
        } while (hasNext('}'));
        return new Json.Obj(fields);
    }

    private Json.Arr array() {
        enter();
        List<Json> items = new ArrayList<>();
        if (peek() == ']') {
            at++;
            depth--;
            return new Json.Arr(items);
        }
        do {
            items.add(value());
        } while (hasNext(']'));
        return new Json.Arr(items);
    }

    private Json word(String word, Json value) {
        for (int i = 0; i < word.length(); i++) {
            expect(word.charAt(i));
        }
        return value;
    }

    /// Decodes runs between escapes: a quote or backslash is never a part of another character.
    private String string() {
        int from = ++at;
        while (isPlain(peek())) {
            at++;
        }
        if (bytes[at] == '"') {
            return text(from, at++);
        }
        var text = new StringBuilder();
        while (true) {
            text.append(text(from, at));
            if (bytes[at] == '"') {
                at++;
                return text.toString();
            }
            expect('\\');
            text.append(escaped());
            from = at;
            while (isPlain(peek())) {
                at++;
            }
        }
    }

    private static boolean isPlain(byte it) {
        return it != '"' && it != '\\' && (it < 0 || it >= ' ');
    }

    private String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private char escaped() {
        byte it = peek();
        at++;
        return switch (it) {
            case '"', '\\', '/' -> (char) it;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    int digit = Character.digit(peek(), 16);
                    if (digit < 0) {
                        throw new NotPlain();
                    }
                    code = (code << 4) | digit;
                    at++;
                }
                yield (char) code;
            }
            default -> throw new NotPlain();
        };
    }

    private Json.Num number() {
        int from = at;
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (at < end && bytes[at] == '.') {
            at++;
            digits();
        }
        if (at < end && (bytes[at] == 'e' || bytes[at] == 'E')) {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
        if (at - from >= MAX_NUMBER) {
            throw new NotPlain();
        }
        return new Json.Num(new String(bytes, from, at - from, StandardCharsets.ISO_8859_1));
    }

    private void digits() {
        if (peek() < '0' || peek() > '9') {
            throw new NotPlain();
        }
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
    }
}
