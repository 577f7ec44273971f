package dev.deft.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Parameters of a request that may be left out.
///
/// ```java
/// Query running = Query.of("state", "running").and("workspace", "demo");
/// ```
public final class Query {

    /// No parameters.
    public static final Query NONE = new Query(Map.of());

    private final Map<String, String> values;

    private Query(Map<String, String> values) {
        this.values = values;
    }

    /// One parameter.
    ///
    /// @param value a text, a number or a boolean
    public static Query of(String name, Object value) {
        return NONE.and(name, value);
    }

    /// The same and another parameter.
    ///
    /// @param value a text, a number or a boolean
    public Query and(String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, String.valueOf(value));
        return new Query(more);
    }

    /// As the end of an address: empty, or with a question mark.
    String encoded() {
        return values.isEmpty()
                ? ""
                : values.entrySet().stream()
                        .map(it -> encoded(it.getKey()) + "=" + encoded(it.getValue()))
                        .collect(Collectors.joining("&", "?", ""));
    }

    /// A text as part of an address.
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
