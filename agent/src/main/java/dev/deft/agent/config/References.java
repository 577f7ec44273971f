package dev.deft.agent.config;

import java.util.Map;

/// Replaces `${NAME}` in settings by environment variables, so that secrets stay out of files.
public final class References {

    private References() {}

    /// Whether a text contains a reference, such as `Bearer ${T}`.
    static boolean has(String text) {
        int start = text.indexOf("${");
        return start >= 0 && text.indexOf('}', start) > start + 2;
    }

    /// Replaces all references.
    ///
    /// @param what the name of the setting, for messages
    /// @throws ConfigException when a variable is not set
    public static String fill(String what, String text, Map<String, String> environment)
            throws ConfigException {
        var filled = new StringBuilder();
        int at = 0;
        for (int start = text.indexOf("${"); start >= 0; start = text.indexOf("${", at)) {
            int end = text.indexOf('}', start);
            if (end < 0) {
                break;
            }
            String name = text.substring(start + 2, end);
            String value = environment.get(name);
            if (value == null) {
                throw new ConfigException(
                        what + ": the variable " + name + " is not set in the environment");
            }
            filled.append(text, at, start).append(value);
            at = end + 1;
        }
        return filled.append(text, at, text.length()).toString();
    }
}
