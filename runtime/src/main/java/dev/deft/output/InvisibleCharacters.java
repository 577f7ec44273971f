package dev.deft.output;

/// Recognizes characters that are invisible or look like another character, by general category and
/// a few ranges that Unicode calls default-ignorable.
public final class InvisibleCharacters {

    private static final int BRAILLE_BLANK = 0x2800;

    private InvisibleCharacters() {}

    /// Whether a character must not reach a terminal: it moves the cursor, changes the direction of
    /// the text, or is invisible.
    public static boolean isUnsafe(int character) {
        if (character < 0x7f) {
            return character < 0x20 && character != '\n' && character != '\t';
        }
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                    true;
            default -> isIgnorable(character) || isNoncharacter(character);
        };
    }

    /// Whether a character may mislead a person who approves a text: an unsafe one, or one that
    /// looks like a space or like nothing.
    static boolean isMisleading(int character) {
        if (character >= 0x20 && character < 0x7f) {
            return false;
        }
        return isUnsafe(character)
                || character == BRAILLE_BLANK
                || switch (Character.getType(character)) {
                    case Character.SPACE_SEPARATOR, Character.PRIVATE_USE, Character.UNASSIGNED ->
                            true;
                    default -> false;
                };
    }

    /// Default-ignorable characters of other categories than format: fillers, joiners, variation
    /// selectors, and the whole plane of tags, assigned or not.
    private static boolean isIgnorable(int character) {
        return switch (character) {
            case 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2065, 0x3164, 0xffa0 -> true;
            default ->
                    (character >= 0x180b && character <= 0x180f)
                            || (character >= 0xfe00 && character <= 0xfe0f)
                            || (character >= 0xfff0 && character <= 0xfff8)
                            || (character >= 0xe0000 && character <= 0xe0fff);
        };
    }

    private static boolean isNoncharacter(int character) {
        return (character & 0xfffe) == 0xfffe || (character >= 0xfdd0 && character <= 0xfdef);
    }
}
