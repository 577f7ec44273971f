package dev.deft.reference;

import java.util.Optional;

/// A name as it is issued: `ref:`, the id of a tool, `-`, a number. Any other text is no name.
///
/// @param tool the id of the tool, with `_` for characters that a name cannot have
public record ReferenceName(String tool, int number) {

    private static final String PREFIX = "ref:";
    private static final int LONGEST = 128;
    private static final int MOST_DIGITS = 9;

    /// The name of the next result of a tool.
    public static ReferenceName of(String toolId, int number) {
        var tool = new StringBuilder();
        toolId.chars()
                .limit(LONGEST / 2)
                .forEach(it -> tool.append(isAllowed((char) it) ? (char) it : '_'));
        return new ReferenceName(tool.toString(), number);
    }

    /// Reads a name; empty if the text is not exactly one.
    public static Optional<ReferenceName> read(String text) {
        if (!text.startsWith(PREFIX) || text.length() > LONGEST) {
            return Optional.empty();
        }
        int dash = text.lastIndexOf('-');
        if (dash <= PREFIX.length()) {
            return Optional.empty();
        }
        String tool = text.substring(PREFIX.length(), dash);
        String digits = text.substring(dash + 1);
        return tool.chars().allMatch(it -> isAllowed((char) it)) && isNumber(digits)
                ? Optional.of(new ReferenceName(tool, Integer.parseInt(digits)))
                : Optional.empty();
    }

    private static boolean isNumber(String digits) {
        return !digits.isEmpty()
                && digits.length() <= MOST_DIGITS
                && digits.charAt(0) != '0'
                && digits.chars().allMatch(it -> it >= '0' && it <= '9');
    }

    private static boolean isAllowed(char it) {
        return (it >= 'a' && it <= 'z')
                || (it >= 'A' && it <= 'Z')
                || (it >= '0' && it <= '9')
                || it == '_';
    }

    @Override
    public String toString() {
        return PREFIX + tool + "-" + number;
    }
}
