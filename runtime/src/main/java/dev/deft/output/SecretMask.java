package dev.deft.output;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Puts [#MASK] in place of secrets: values of secret variables, and what looks like a key.
///
/// What is masked already is not masked again. A text without a secret is handed back as it is.
public final class SecretMask {

    /// What stands in place of a secret, behind what is shown of it.
    public static final String MASK = "…[masked]";

    /// Knows no variables, and what looks like a key is a secret.
    public static final SecretMask KEYS_ONLY = new SecretMask(Map.of(), _ -> false);

    /// Masks nothing.
    public static final SecretMask NOTHING = new SecretMask(Map.of(), _ -> true);

    private final List<String> values;
    private final Predicate<String> allowed;

    /// @param secrets the values of secret variables by their names
    /// @param allowed the names of variables, and the kinds of keys, that are shown
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
        String without = text;
        for (String value : values) {
            without = without.replace(value, MASK);
        }
        List<SecretFinder.Found> found = new SecretFinder(without.toCharArray(), allowed).find();
        return found.isEmpty() ? without : masked(without, found);
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

    /// Whether [#json] would hide anything. Comparing its result with the value would link what
    /// compares records, which a short command should not pay for.
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
            boolean hides =
                    !isOpaque(field.getKey(), media)
                            && (isNamedSecret(field.getKey(), field.getValue())
                                    || containsSecret(field.getValue()));
            if (hides) {
                return true;
            }
        }
        return false;
    }

    /// Masks every text in a value, and texts under a name that says they are secret. Names stay.
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

    /// Bytes of a picture, and what a provider sealed, are no text, and must come back as they
    /// were.
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

    /// Whether a text has something masked in it.
    public static boolean containsMask(String text) {
        return text.contains(MASK);
    }
}
