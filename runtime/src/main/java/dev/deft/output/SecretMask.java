package dev.deft.output;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Replaces secrets by [#MASK]: values of secret variables, and keys by their format.
///
/// Masking is idempotent. A text without a secret is returned unchanged.
public final class SecretMask {

    /// Replaces a secret, after its visible part.
    public static final String MASK = "…[masked]";

    /// Masks keys by their format, and knows no variables.
    public static final SecretMask KEYS_ONLY = new SecretMask(Map.of(), _ -> false);

    /// Masks nothing.
    public static final SecretMask NOTHING = new SecretMask(Map.of(), _ -> true);

    private final List<String> values;
    private final Predicate<String> allowed;

    /// @param secrets the values of secret variables by their names
    /// @param allowed the names of variables and the kinds of keys that are not masked
    public SecretMask(Map<String, String> secrets, Predicate<String> allowed) {
        this.allowed = allowed;
        this.values =
                secrets.entrySet().stream()
                        .filter(it -> !allowed.test(it.getKey()))
                        .map(Map.Entry::getValue)
                        .sorted((one, other) -> Integer.compare(other.length(), one.length()))
                        .toList();
    }

    public String text(String text) {
        String result = text;
        for (String value : values) {
            result = result.replace(value, MASK);
        }
        List<SecretFinder.Found> found = new SecretFinder(result.toCharArray(), allowed).find();
        return found.isEmpty() ? result : masked(result, found);
    }

    private static String masked(String text, List<SecretFinder.Found> found) {
        var masked = new StringBuilder(text.length());
        int from = 0;
        for (SecretFinder.Found it : found) {
            masked.append(text, from, it.start() + it.shown()).append(MASK);
            from = it.end();
        }
        return masked.append(text, from, text.length()).toString();
    }

    /// Whether [#json] would mask anything. Comparing values would link `equals` of records, which
    /// costs start-up time.
    public boolean containsSecret(Json value) {
        if (value instanceof Json.Str string) {
            return !text(string.value()).equals(string.value());
        }
        if (value instanceof Json.Arr array) {
            for (Json item : array.items()) {
                if (containsSecret(item)) {
                    return true;
                }
            }
            return false;
        }
        return value instanceof Json.Obj object && containsSecret(object);
    }

    private boolean containsSecret(Json.Obj object) {
        boolean media = object.fields().containsKey("mime_type");
        for (Map.Entry<String, Json> field : object.fields().entrySet()) {
            boolean secret =
                    !isOpaque(field.getKey(), media)
                            && (isNamedSecret(field.getKey(), field.getValue())
                                    || containsSecret(field.getValue()));
            if (secret) {
                return true;
            }
        }
        return false;
    }

    /// Masks every text in a value, and texts with the name of a secret. Names are not masked.
    public Json json(Json value) {
        if (value instanceof Json.Str(String text)) {
            String masked = text(text);
            return masked.equals(text) ? value : new Json.Str(masked);
        }
        if (value instanceof Json.Arr(List<Json> items)) {
            List<Json> masked = new ArrayList<>(items.size());
            items.forEach(it -> masked.add(json(it)));
            return new Json.Arr(masked);
        }
        return value instanceof Json.Obj object ? json(object) : value;
    }

    public Json.Obj json(Json.Obj object) {
        Map<String, Json> masked = new LinkedHashMap<>();
        boolean media = object.fields().containsKey("mime_type");
        object.fields()
                .forEach((name, value) ->
                        masked.put(name, isOpaque(name, media) ? value : named(name, value)));
        return new Json.Obj(masked);
    }

    /// The bytes of an image and the sealed data of a provider must not change.
    private static boolean isOpaque(String name, boolean media) {
        return name.equals("sealed") || (media && name.equals("data"));
    }

    private Json named(String name, Json value) {
        return isNamedSecret(name, value) ? new Json.Str(MASK) : json(value);
    }

    private boolean isNamedSecret(String name, Json value) {
        return value instanceof Json.Str string
                && SecretAssignment.isSecret(name, string.value())
                && !allowed.test(name);
    }

    /// Whether a text contains a mask.
    public static boolean containsMask(String text) {
        return text.contains(MASK);
    }
}
