package dev.deft.mcp.client;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.mcp.client.session.ParameterHeaders;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// A tool as a server lists it, checked.
///
/// @param name as the server calls it
/// @param headers parameters that travel in headers
record ListedTool(
        String name,
        Optional<String> title,
        String description,
        Json.Obj schema,
        Hints hints,
        ParameterHeaders headers) {

    private static final int MOST_SCHEMA_BYTES = 64 * 1024;
    private static final int MOST_DESCRIPTION = 16 * 1024;
    private static final int DEEPEST = 40;
    private static final Pattern NAME = Pattern.compile("[\\x21-\\x7e]{1,128}");

    /// What a server says about the effects of a tool. It may lie.
    record Hints(boolean readOnly, boolean destructive, boolean idempotent) {

        static Hints of(Json.Obj annotations) {
            boolean readOnly = is(annotations, "readOnlyHint", false);
            return new Hints(
                    readOnly,
                    !readOnly && is(annotations, "destructiveHint", true),
                    readOnly || is(annotations, "idempotentHint", false));
        }

        private static boolean is(Json.Obj annotations, String name, boolean otherwise) {
            return annotations.find(name).orElse(Json.Null.VALUE) instanceof Json.Bool(boolean it)
                    ? it
                    : otherwise;
        }
    }

    /// Reads an entry of the list.
    ///
    /// @param http whether parameters may travel in headers
    /// @throws IllegalArgumentException with the reason why the tool cannot be used
    static ListedTool of(Json.Obj entry, boolean http) {
        String name = entry.text("name").orElse("");
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("its name is not made of 1 to 128 plain characters");
        }
        if (!(entry.find("inputSchema").orElse(Json.Null.VALUE) instanceof Json.Obj schema)) {
            throw new IllegalArgumentException("it has no schema");
        }
        check(schema);
        String description = entry.text("description").orElse("");
        if (description.length() > MOST_DESCRIPTION) {
            throw new IllegalArgumentException("its description is too long");
        }
        Json.Obj annotations =
                entry.find("annotations").orElse(Json.Null.VALUE) instanceof Json.Obj it
                        ? it
                        : Json.Obj.EMPTY;
        return new ListedTool(
                name,
                entry.text("title").or(() -> annotations.text("title")),
                description,
                schema,
                Hints.of(annotations),
                http ? ParameterHeaders.of(schema) : ParameterHeaders.NONE);
    }

    private static void check(Json.Obj schema) {
        if (!schema.text("type").orElse("object").equals("object")) {
            throw new IllegalArgumentException("its schema is not that of an object");
        }
        if (depth(schema, 0) > DEEPEST) {
            throw new IllegalArgumentException("its schema is nested too deeply");
        }
        if (JsonText.write(schema).length() > MOST_SCHEMA_BYTES) {
            throw new IllegalArgumentException("its schema is too long");
        }
    }

    private static int depth(Json value, int above) {
        if (above > DEEPEST) {
            return above;
        }
        return switch (value) {
            case Json.Obj(Map<String, Json> fields) ->
                    fields.values().stream()
                            .mapToInt(it -> depth(it, above + 1))
                            .max()
                            .orElse(above);
            case Json.Arr(List<Json> items) ->
                    items.stream().mapToInt(it -> depth(it, above + 1)).max().orElse(above);
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> above;
        };
    }

    /// Changes with everything that a model reads of the tool.
    String fingerprint() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(description.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(title.orElse("").getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(JsonText.write(schema).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
