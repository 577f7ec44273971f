package dev.deft.mcp.oauth;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Names and values as `application/x-www-form-urlencoded`.
final class FormText {

    static final String TYPE = "application/x-www-form-urlencoded";

    private FormText() {}

    static String write(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(it -> encode(it.getKey()) + "=" + encode(it.getValue()))
                .collect(Collectors.joining("&"));
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /// Reads fields.
    ///
    /// @return empty if a name is there twice, or an escape is wrong
    static Optional<Map<String, String>> read(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        try {
            for (String field : text.split("&", -1)) {
                int equals = field.indexOf('=');
                String name = decode(equals < 0 ? field : field.substring(0, equals));
                String value = equals < 0 ? "" : decode(field.substring(equals + 1));
                if (!name.isEmpty() && fields.putIfAbsent(name, value) != null) {
                    return Optional.empty();
                }
            }
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
        return Optional.of(fields);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
