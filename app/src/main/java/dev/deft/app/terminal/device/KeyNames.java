package dev.deft.app.terminal.device;

import dev.deft.app.terminal.ui.Key;
import java.util.Map;
import java.util.Optional;

/// The names of keys.
final class KeyNames {

    static final int SHIFT = 1;
    static final int ALT = 2;
    static final int CTRL = 4;
    private static final int SUPER = 8;
    private static final int HYPER = 16;
    private static final int META = 32;

    /// Keys that reach us as characters.
    private static final Map<Integer, String> CHARACTERS =
            Map.of(9, "tab", 13, "enter", 27, "esc", 127, "backspace", 32, "space");

    /// Keys that make the same control character, in terminals that tell them apart.
    private static final Map<String, String> SAME =
            Map.of(
                    "ctrl-/", "ctrl-_",
                    "ctrl-7", "ctrl-_",
                    "ctrl-shift--", "ctrl-_",
                    "ctrl-[", "esc",
                    "ctrl-shift-_", "ctrl-_");

    private KeyNames() {}

    /// A key that arrived as a control character.
    static Key control(int character) {
        return switch (character) {
            case 0 -> new Key.Press("ctrl-space");
            case '\t', '\r', 0x1b, 0x7f -> of(character, 0);
            default -> of(character < 0x1b ? character + 0x60 : character + 0x40, CTRL);
        };
    }

    /// A key that arrived after an escape character.
    static Key alt(int character) {
        return switch (character) {
            case '\t', '\r', 0x1b, 0x7f -> of(character, ALT);
            case '\b' -> of(0x7f, ALT);
            default -> {
                if (character < 0x20) {
                    yield of(character < 0x1b ? character + 0x60 : character + 0x40, CTRL | ALT);
                }
                yield of(character, ALT);
            }
        };
    }

    /// A key by the character it makes.
    static Key of(int character, int modifiers) {
        boolean command = (modifiers & (CTRL | ALT | META)) != 0;
        if (CHARACTERS.containsKey(character) && (character != ' ' || command)) {
            return press(CHARACTERS.get(character), modifiers);
        }
        if (!command) {
            boolean shifted = (modifiers & SHIFT) != 0;
            return new Key.Text(
                    Character.toString(shifted ? Character.toUpperCase(character) : character));
        }
        int plain = Character.toLowerCase(character);
        return press(Character.toString(plain), plain == character ? modifiers : modifiers | SHIFT);
    }

    static Key press(String name, int modifiers) {
        String full =
                ((modifiers & CTRL) != 0 ? "ctrl-" : "")
                        + ((modifiers & (ALT | META)) != 0 ? "alt-" : "")
                        + ((modifiers & SHIFT) != 0 ? "shift-" : "")
                        + name;
        return new Key.Press(SAME.getOrDefault(full, full));
    }

    /// Whether the key belongs to the window manager.
    static boolean isForeign(int modifiers) {
        return (modifiers & (SUPER | HYPER)) != 0;
    }

    /// A key of the application mode, after `ESC O`.
    static Optional<Key> function(char letter) {
        if (letter == 'M') {
            return Optional.of(press("enter", 0));
        }
        if (letter >= 'j' && letter <= 'y') {
            return Optional.of(of(letter - 0x40, 0));
        }
        return letter(letter).map(it -> press(it, 0));
    }

    /// A key by the letter that ends its sequence.
    static Optional<String> letter(char letter) {
        return switch (letter) {
            case 'A' -> Optional.of("up");
            case 'B' -> Optional.of("down");
            case 'C' -> Optional.of("right");
            case 'D' -> Optional.of("left");
            case 'F' -> Optional.of("end");
            case 'H' -> Optional.of("home");
            case 'P' -> Optional.of("f1");
            case 'Q' -> Optional.of("f2");
            case 'R' -> Optional.of("f3");
            case 'S' -> Optional.of("f4");
            default -> Optional.empty();
        };
    }
}
