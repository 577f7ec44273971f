package dev.deft.server.listener;

import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Where a request goes, decoded once. What could be read in two ways is refused.
///
/// @param raw as it was sent, without the query
/// @param segments between the slashes
/// @param query by name; the first of several
record RequestPath(String raw, List<String> segments, Map<String, String> query) {

    RequestPath {
        segments = List.copyOf(segments);
        query = Map.copyOf(query);
    }

    static RequestPath parse(String target) throws ProblemException {
        int mark = target.indexOf('?');
        String raw = mark < 0 ? target : target.substring(0, mark);
        if (!raw.startsWith("/") || raw.indexOf('#') >= 0 || raw.indexOf('\\') >= 0) {
            throw refused("The path must begin with a slash.");
        }
        List<String> segments = new ArrayList<>();
        if (!raw.equals("/")) {
            for (String it : raw.substring(1).split("/", -1)) {
                segments.add(segment(it));
            }
        }
        // A slash at the end is an empty segment, which matches no route.
        if (segments.indexOf("") >= 0 && segments.indexOf("") < segments.size() - 1) {
            throw refused("The path has two slashes in a row.");
        }
        return new RequestPath(
                raw, segments, mark < 0 ? Map.of() : query(target.substring(mark + 1)));
    }

    private static String segment(String raw) throws ProblemException {
        String text = decoded(raw);
        if (text.equals(".") || text.equals("..")) {
            throw refused("The path must not have the segments . and ..");
        }
        for (int i = 0; i < text.length(); i++) {
            char it = text.charAt(i);
            if (it == '/' || it == '\\' || it == ';' || Character.isISOControl(it)) {
                throw refused(
                        "A segment of the path has a slash, a backslash, a semicolon or a control character.");
            }
        }
        return text;
    }

    private static Map<String, String> query(String raw) throws ProblemException {
        Map<String, String> query = new LinkedHashMap<>();
        for (String pair : raw.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            String text = decoded(value.replace('+', ' '));
            if (text.indexOf('\0') >= 0) {
                throw refused("The query has a NUL.");
            }
            query.putIfAbsent(decoded(name.replace('+', ' ')), text);
        }
        return query;
    }

    /// Reads percent escapes, which must be UTF-8 in its shortest form.
    static String decoded(String raw) throws ProblemException {
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        ByteBuffer bytes = ByteBuffer.allocate(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char it = raw.charAt(i);
            if (it != '%') {
                bytes.put((byte) it);
                continue;
            }
            if (i + 3 > raw.length()
                    || !HexFormat.isHexDigit(raw.charAt(i + 1))
                    || !HexFormat.isHexDigit(raw.charAt(i + 2))) {
                throw refused(
                        "The address has a % that is not followed by two hexadecimal digits.");
            }
            bytes.put((byte) HexFormat.fromHexDigits(raw, i + 1, i + 3));
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException _) {
            throw refused("The escapes in the address are not UTF-8.");
        }
    }

    private static ProblemException refused(String detail) {
        return Problem.badRequest(detail).exception();
    }

    /// The path, decoded.
    String text() {
        return "/" + String.join("/", segments);
    }
}
