package dev.deft.output;

import dev.deft.json.Json;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
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

    private static final int REMEMBERED_CHARS = 256;

    private final List<String> values;
    private final Predicate<String> allowed;

    private volatile CleanTexts clean =
            new CleanTexts(new WeakReference<>(""), new WeakReference<>(""));

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

    @SuppressWarnings("ReferenceEquality")
    public String text(String text) {
        boolean known = text.length() >= REMEMBERED_CHARS;
        if (known && clean.has(text)) {
            return text;
        }
        String result = text;
        for (String value : values) {
            result = result.replace(value, MASK);
        }
        List<SecretFinder.Found> found = new SecretFinder(result.toCharArray(), allowed).find();
        if (!found.isEmpty()) {
            return masked(result, found);
        }
        if (known && result == text) {
            clean = new CleanTexts(new WeakReference<>(text), clean.latest);
        }
        return result;
    }

    /// The last two long texts without a secret, by identity. The output of a call comes several
    /// times, as data and as text, for its result and for the log.
    private record CleanTexts(WeakReference<String> latest, WeakReference<String> before) {

        @SuppressWarnings("ReferenceEquality")
        boolean has(String text) {
            return latest.get() == text || before.get() == text;
        }
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

    /// Masks every text in a value, and texts with the name of a secret. Names are not masked. A
    /// value without a secret is returned as it is.
    public Json json(Json value) {
        if (value instanceof Json.Str(String text)) {
            String masked = text(text);
            return masked.equals(text) ? value : new Json.Str(masked);
        }
        if (value instanceof Json.Arr array) {
            return array(array);
        }
        return value instanceof Json.Obj object ? json(object) : value;
    }

    @SuppressWarnings("ReferenceEquality")
    private Json.Arr array(Json.Arr array) {
        List<Json> masked = new ArrayList<>(array.items().size());
        boolean changed = false;
        for (Json item : array.items()) {
            Json shown = json(item);
            changed |= shown != item;
            masked.add(shown);
        }
        return changed ? new Json.Arr(masked) : array;
    }

    @SuppressWarnings("ReferenceEquality")
    public Json.Obj json(Json.Obj object) {
        boolean media = object.fields().containsKey("mime_type");
        Json.Obj masked = object;
        for (Map.Entry<String, Json> field : object.fields().entrySet()) {
            if (!isOpaque(field.getKey(), media)) {
                Json shown = named(field.getKey(), field.getValue());
                if (shown != field.getValue()) {
                    masked = masked.with(field.getKey(), shown);
                }
            }
        }
        return masked;
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
