package dev.deft.codec;

/// Converts names of record components to names in JSON: `startLine` is `start_line`.
public final class JsonNames {

    private JsonNames() {}

    public static String json(String component) {
        var text = new StringBuilder(component.length() + 4);
        for (int i = 0; i < component.length(); i++) {
            char c = component.charAt(i);
            if (Character.isUpperCase(c)) {
                text.append('_').append(Character.toLowerCase(c));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    public static String json(Enum<?> constant) {
        return constant.name().toLowerCase(java.util.Locale.ROOT);
    }
}
