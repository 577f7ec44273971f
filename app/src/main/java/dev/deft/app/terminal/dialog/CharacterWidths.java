package dev.deft.app.terminal.dialog;

import java.util.Arrays;
import org.jline.utils.WCWidth;

/// The columns of characters as they are shown in text to decide on: an invisible one is as wide as
/// its name. Asking for a name costs a string, so answers are kept.
final class CharacterWidths {

    private static final byte UNKNOWN = -1;

    private final byte[] known = new byte[Character.MIN_SUPPLEMENTARY_CODE_POINT];

    CharacterWidths() {
        Arrays.fill(known, UNKNOWN);
    }

    int of(int character) {
        if (character >= ' ' && character < 0x7f) {
            return 1;
        }
        if (character >= known.length) {
            return measured(character);
        }
        if (known[character] == UNKNOWN) {
            known[character] = (byte) measured(character);
        }
        return known[character];
    }

    int of(String text, int from, int to) {
        int width = 0;
        for (int i = from; i < to; ) {
            int character = text.codePointAt(i);
            width += of(character);
            i += Character.charCount(character);
        }
        return width;
    }

    private static int measured(int character) {
        return WrappedText.shown(Character.toString(character))
                .codePoints()
                .map(it -> Math.max(0, WCWidth.wcwidth(it)))
                .sum();
    }
}
