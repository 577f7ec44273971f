package dev.deft.app.terminal.markdown;

import java.text.BreakIterator;
import java.util.Locale;
import java.util.Optional;
import org.jline.utils.WCWidth;

/// Walks over the characters of a text as a reader sees them, with their combining marks.
///
/// ASCII and the common Chinese, Japanese and Korean characters take a short path.
final class Clusters {

    /// Below it nothing combines with anything.
    private static final char FIRST_COMBINING = 0x300;

    private final CharSequence text;
    private Optional<BreakIterator> boundaries = Optional.empty();
    private int start;
    private int end;
    private int width;
    private int first;
    private boolean wide;
    private boolean afterWide;

    Clusters(CharSequence text) {
        this.text = text;
    }

    /// Goes to the next one.
    ///
    /// @return false at the end of the text
    boolean next() {
        if (end >= text.length()) {
            return false;
        }
        start = end;
        afterWide = wide;
        char unit = text.charAt(start);
        boolean alone = start + 1 == text.length() || standsAlone(text.charAt(start + 1));
        if (alone && unit < FIRST_COMBINING) {
            return set(start + 1, unit, 1);
        }
        if (alone && isIdeograph(unit)) {
            return set(start + 1, unit, 2);
        }
        int after = boundaryAfter(start);
        int columns = WCWidth.wcwidthForGraphemeCluster(text.subSequence(start, after), 0);
        return set(after, Character.codePointAt(text, start), Math.max(0, columns));
    }

    private boolean set(int after, int character, int columns) {
        end = after;
        first = character;
        width = columns;
        wide = columns == 2;
        return true;
    }

    /// Whether the unit never belongs to the character before it.
    private static boolean standsAlone(char unit) {
        return unit < FIRST_COMBINING || isIdeograph(unit);
    }

    private static boolean isIdeograph(char unit) {
        return (unit >= 0x4e00 && unit <= 0x9fff)
                || (unit >= 0x3001 && unit <= 0x3029)
                || (unit >= 0x3041 && unit <= 0x3096)
                || (unit >= 0x30a0 && unit <= 0x30ff)
                || (unit >= 0xac00 && unit <= 0xd7a3)
                || (unit >= 0xff01 && unit <= 0xff60);
    }

    private int boundaryAfter(int index) {
        BreakIterator iterator = boundaries.orElseGet(this::iterator);
        boundaries = Optional.of(iterator);
        int after = iterator.following(index);
        return after == BreakIterator.DONE ? text.length() : after;
    }

    private BreakIterator iterator() {
        BreakIterator iterator = BreakIterator.getCharacterInstance(Locale.ROOT);
        iterator.setText(text.toString());
        return iterator;
    }

    /// Whether a line may break before this one without a space.
    boolean breaksBefore() {
        return (wide || afterWide) && width > 0 && WordWrap.mayStartLine(first);
    }

    CharSequence text() {
        return text;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    int width() {
        return width;
    }

    int first() {
        return first;
    }
}
