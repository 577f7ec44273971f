package dev.deft.tools.files;

/// A line as it is shown: what is too long for anyone to read is cut, and says so.
final class LongLine {

    static final int MOST_CHARACTERS = 2_000;

    private LongLine() {}

    static boolean isCut(String line) {
        return line.length() > MOST_CHARACTERS;
    }

    static String shown(String line) {
        if (!isCut(line)) {
            return line;
        }
        boolean inside = Character.isHighSurrogate(line.charAt(MOST_CHARACTERS - 1));
        int end = inside ? MOST_CHARACTERS - 1 : MOST_CHARACTERS;
        return "%s… [line cut, %d more characters]"
                .formatted(line.substring(0, end), line.length() - end);
    }
}
