package dev.deft.output;

/// Classifies ASCII characters.
final class AsciiChars {

    private AsciiChars() {}

    static boolean isLetterOrDigit(char it) {
        return (it >= 'a' && it <= 'z') || (it >= 'A' && it <= 'Z') || (it >= '0' && it <= '9');
    }

    /// Whether it is a letter, a digit or an underscore.
    static boolean isName(char it) {
        return isLetterOrDigit(it) || it == '_';
    }

    static boolean isBlank(char it) {
        return it == ' ' || it == '\t' || it == '\n' || it == '\r';
    }
}
