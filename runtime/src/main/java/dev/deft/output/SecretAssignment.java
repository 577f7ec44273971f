package dev.deft.output;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A secret that is assigned to a telling name, such as `DB_PASSWORD=…` or `"api_key": "…"`.
///
/// @param start where the value begins, without quotes
record SecretAssignment(String name, int start, int end) {

    private static final int LONGEST_NAME = 80;
    private static final int SHORTEST_KEY = 16;
    private static final int SHORTEST_PASSWORD = 8;
    private static final int LONGEST = 4096;

    /// The least entropy of a secret, in bits per character.
    private static final double ENTROPY = 3.0;

    private static final double PASSWORD_ENTROPY = 2.5;

    private static final List<String> KEYS =
            List.of(
                    "apikey",
                    "api_key",
                    "api-key",
                    "accesskey",
                    "access_key",
                    "secretkey",
                    "secret_key",
                    "privatekey",
                    "private_key",
                    "auth_key",
                    "signing_key",
                    "encryption_key",
                    "account_key",
                    "accountkey");

    /// Values that stand for a secret in examples.
    private static final Set<String> PLACEHOLDERS =
            Set.of("password", "passwd", "pass", "secret", "changeme", "example", "token", "user");

    /// The value after an operator, if it is a secret.
    static Optional<SecretAssignment> at(char[] text, int operator) {
        int end = nameEnd(text, operator);
        // The last letters of key, token, secret, password, passwd, passphrase, and keys of JSON.
        if (end <= 0 || !mayEndName(text[end - 1])) {
            return Optional.empty();
        }
        int start = end;
        while (start > 0
                && end - start < LONGEST_NAME
                && (AsciiChars.isName(text[start - 1]) || text[start - 1] == '-')) {
            start--;
        }
        String name = new String(text, start, end - start);
        Strictness strictness = strictness(name);
        return strictness == Strictness.NONE
                ? Optional.empty()
                : value(text, operator + 1, name, strictness);
    }

    private static boolean mayEndName(char it) {
        return switch (it) {
            case 'y', 'n', 't', 'd', 'e', 'Y', 'N', 'T', 'D', 'E' -> true;
            default -> false;
        };
    }

    /// Whether a value is a secret by its name and its format.
    static boolean isSecret(String name, String value) {
        if (value.length() < SHORTEST_PASSWORD || value.length() > LONGEST) {
            return false;
        }
        Strictness strictness = strictness(name);
        char[] text = value.toCharArray();
        return strictness != Strictness.NONE
                && !contains(text, ' ', 0, text.length)
                && isSecret(text, 0, text.length, true, strictness);
    }

    private enum Strictness {
        NONE,
        KEY,
        PASSWORD
    }

    /// The end of the name before an operator, without quotes and blanks between them.
    private static int nameEnd(char[] text, int operator) {
        int end = operator;
        while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == ':')) {
            end--;
        }
        if (end > 0 && (text[end - 1] == '"' || text[end - 1] == '\'')) {
            end--;
        }
        return end > 0 && text[end - 1] == '\\' ? end - 1 : end;
    }

    private static Strictness strictness(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        Strictness strictness = byEnding(name, lower);
        return strictness == Strictness.NONE
                        || lower.contains("public")
                        || lower.contains("gpg")
                        || lower.contains("pgp")
                ? Strictness.NONE
                : strictness;
    }

    /// By the last letter first: this is asked about every name in a result.
    private static Strictness byEnding(String name, String lower) {
        return switch (lower.isEmpty() ? ' ' : lower.charAt(lower.length() - 1)) {
            case 'd' -> {
                boolean password = lower.endsWith("password") || lower.endsWith("passwd");
                yield password || lower.endsWith("_pwd") ? Strictness.PASSWORD : Strictness.NONE;
            }
            case 'e' -> lower.endsWith("passphrase") ? Strictness.PASSWORD : Strictness.NONE;
            case 'n' -> lower.endsWith("token") ? Strictness.KEY : Strictness.NONE;
            case 't' -> lower.endsWith("secret") ? Strictness.KEY : Strictness.NONE;
            case 'y' -> isKey(name, lower) ? Strictness.KEY : Strictness.NONE;
            default -> Strictness.NONE;
        };
    }

    private static boolean isKey(String name, String lower) {
        for (String ending : KEYS) {
            if (lower.endsWith(ending)) {
                return true;
            }
        }
        return name.endsWith("_KEY");
    }

    private static Optional<SecretAssignment> value(
            char[] text, int from, String name, Strictness strictness) {
        int start = from;
        while (start < text.length && (text[start] == ' ' || text[start] == '=')) {
            start++;
        }
        boolean spaced = start > from;
        if (start < text.length && text[start] == '\\') {
            start++;
        }
        boolean quoted = start < text.length && (text[start] == '"' || text[start] == '\'');
        start += quoted ? 1 : 0;
        int end = start;
        while (end < text.length && end - start < LONGEST && isPartOfValue(text[end], quoted)) {
            end++;
        }
        // An unquoted value counts in NAME=value and NAME: value; elsewhere it is code.
        boolean plain = !spaced || text[from - 1] == ':';
        boolean ends =
                end == text.length || quoted || AsciiChars.isBlank(text[end]) || text[end] == '\\';
        return (quoted || plain) && ends && isSecret(text, start, end, quoted, strictness)
                ? Optional.of(new SecretAssignment(name, start, end))
                : Optional.empty();
    }

    private static boolean isPartOfValue(char it, boolean quoted) {
        return !AsciiChars.isBlank(it)
                && it != '"'
                && it != '\''
                && it != '\\'
                && it != '`'
                && (quoted || (it != ',' && it != ';' && it != '(' && it != ')'));
    }

    private static boolean isSecret(
            char[] text, int start, int end, boolean quoted, Strictness strictness) {
        boolean password = strictness == Strictness.PASSWORD;
        int length = end - start;
        if (length < (password ? SHORTEST_PASSWORD : SHORTEST_KEY)
                || isPlaceholder(text, start, end)
                || isUuid(text, start, end)
                || (!quoted && contains(text, '.', start, end))) {
            return false;
        }
        boolean letter = false;
        boolean digit = false;
        for (int i = start; i < end; i++) {
            letter |= AsciiChars.isLetterOrDigit(text[i]) && text[i] > '9';
            digit |= text[i] >= '0' && text[i] <= '9';
        }
        return letter
                && digit
                && entropy(text, start, end) >= (password ? PASSWORD_ENTROPY : ENTROPY);
    }

    /// Whether it is a placeholder, a variable, or masked already.
    static boolean isPlaceholder(char[] text, int start, int end) {
        for (int i = start; i < end; i++) {
            char it = text[i];
            if ("${}<>*%[]()|…".indexOf(it) >= 0) {
                return true;
            }
        }
        return end - start < LONGEST_NAME
                && PLACEHOLDERS.contains(
                        new String(text, start, end - start).toLowerCase(Locale.ROOT));
    }

    private static boolean contains(char[] text, char wanted, int start, int end) {
        for (int i = start; i < end; i++) {
            if (text[i] == wanted) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUuid(char[] text, int start, int end) {
        return end - start == 36
                && text[start + 8] == '-'
                && text[start + 13] == '-'
                && text[start + 18] == '-'
                && text[start + 23] == '-';
    }

    /// The Shannon entropy in bits per character.
    private static double entropy(char[] text, int start, int end) {
        int[] counts = new int[256];
        for (int i = start; i < end; i++) {
            counts[text[i] & 0xff]++;
        }
        double bits = 0;
        double length = end - start;
        for (int count : counts) {
            if (count > 0) {
                bits -= count / length * Math.log(count / length) / Math.log(2);
            }
        }
        return bits;
    }
}
