package dev.deft.script;

import java.util.Map;
import java.util.Optional;

/// Decodes the escapes of `$'…'`.
final class AnsiCQuoting {

    private static final Map<Character, Character> PLAIN =
            Map.ofEntries(
                    Map.entry('n', '\n'),
                    Map.entry('t', '\t'),
                    Map.entry('r', '\r'),
                    Map.entry('a', (char) 7),
                    Map.entry('b', '\b'),
                    Map.entry('e', (char) 27),
                    Map.entry('E', (char) 27),
                    Map.entry('f', '\f'),
                    Map.entry('v', (char) 11),
                    Map.entry('\\', '\\'),
                    Map.entry('\'', '\''),
                    Map.entry('"', '"'),
                    Map.entry('?', '?'));

    private AnsiCQuoting() {}

    /// Decodes the text between the quotes; empty if it is not ASCII text or not certain.
    static Optional<String> decode(String inner) {
        var decoded = new StringBuilder();
        int at = 0;
        while (at < inner.length()) {
            char c = inner.charAt(at++);
            if (c != '\\') {
                decoded.append(c);
                continue;
            }
            char kind = inner.charAt(at++);
            Character plain = PLAIN.get(kind);
            if (plain != null) {
                decoded.append(plain.charValue());
                continue;
            }
            int maxDigits = digits(kind);
            int end = at;
            int base = maxDigits == 3 ? 8 : 16;
            int start = maxDigits == 3 ? at - 1 : at;
            while (end < inner.length()
                    && end - start < maxDigits
                    && Character.digit(inner.charAt(end), base) >= 0) {
                end++;
            }
            if (maxDigits == 0 || start == end) {
                return Optional.empty();
            }
            int code = Integer.parseUnsignedInt(inner, start, end, base);
            if (code == 0 || code > 126) {
                return Optional.empty();
            }
            decoded.append((char) code);
            at = end;
        }
        return Optional.of(decoded.toString());
    }

    private static int digits(char kind) {
        return switch (kind) {
            case '0', '1', '2', '3', '4', '5', '6', '7' -> 3;
            case 'x' -> 2;
            case 'u' -> 4;
            case 'U' -> 8;
            default -> 0;
        };
    }
}
