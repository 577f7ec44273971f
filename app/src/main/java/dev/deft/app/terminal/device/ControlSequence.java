package dev.deft.app.terminal.device;

import dev.deft.app.terminal.ui.Key;
import java.util.List;
import java.util.Optional;

/// A sequence that begins with `ESC [`.
///
/// @param parameters what is before the final byte
/// @param last the final byte
/// @param modifiers held in addition to those in the parameters
record ControlSequence(String parameters, char last, int modifiers) {

    private static final int RELEASED = 3;
    private static final int OTHER_KEY = 27;
    private static final int LOCKS = 64 | 128;

    /// The first key of the keypad in the protocol of kitty, and what its keys are.
    private static final int KEYPAD = 57399;

    private static final List<String> KEYPAD_KEYS =
            List.of(
                    "0",
                    "1",
                    "2",
                    "3",
                    "4",
                    "5",
                    "6",
                    "7",
                    "8",
                    "9",
                    ".",
                    "/",
                    "*",
                    "-",
                    "+",
                    "enter",
                    "=",
                    ",",
                    "left",
                    "right",
                    "up",
                    "down",
                    "pageup",
                    "pagedown",
                    "home",
                    "end",
                    "insert",
                    "delete");

    /// The keys that end with a tilde, by number; gaps are empty.
    private static final List<String> NUMBERED =
            List.of(
                    "",
                    "home",
                    "insert",
                    "delete",
                    "end",
                    "pageup",
                    "pagedown",
                    "home",
                    "end",
                    "",
                    "",
                    "f1",
                    "f2",
                    "f3",
                    "f4",
                    "f5",
                    "",
                    "f6",
                    "f7",
                    "f8",
                    "f9",
                    "f10",
                    "",
                    "f11",
                    "f12");

    /// The key; empty if the sequence is none.
    Optional<Key> key() {
        if (!parameters.isEmpty() && "<=>?[".indexOf(parameters.charAt(0)) >= 0) {
            return Optional.empty();
        }
        return switch (last) {
            case 'I' -> focus(true);
            case 'O' -> focus(false);
            case 'Z' -> Optional.of(KeyNames.press("tab", held(1) | KeyNames.SHIFT));
            case '~' -> numbered();
            case 'u' -> character(number(0, 0, 0), 1);
            // With two numbers it is a report of where the cursor is.
            case 'R' -> Optional.empty();
            default -> pressed(1).flatMap(it -> KeyNames.letter(last).map(name -> press(name, it)));
        };
    }

    /// The size of the terminal, if the sequence says that the cursor is in its last corner. In the
    /// first row it would be a key with modifiers.
    Optional<WindowSize> size() {
        return last == 'R' && number(0, 0, 0) > 1
                ? Optional.of(new WindowSize(number(1, 0, 0), number(0, 0, 0)))
                : Optional.empty();
    }

    private Optional<Key> focus(boolean gained) {
        return parameters.isEmpty() ? Optional.of(new Key.Focus(gained)) : Optional.empty();
    }

    private Optional<Key> numbered() {
        int number = number(0, 0, 0);
        if (number == OTHER_KEY) {
            return character(number(2, 0, 0), 1);
        }
        if (number < 0 || number >= NUMBERED.size() || NUMBERED.get(number).isEmpty()) {
            return Optional.empty();
        }
        return pressed(1).map(it -> press(NUMBERED.get(number), it));
    }

    private Optional<Key> character(int code, int modifierIndex) {
        Optional<Integer> held = pressed(modifierIndex);
        if (held.isEmpty() || code < 1 || code > Character.MAX_CODE_POINT) {
            return Optional.empty();
        }
        int keypad = code - KEYPAD;
        if (keypad >= 0 && keypad < KEYPAD_KEYS.size()) {
            String name = KEYPAD_KEYS.get(keypad);
            return Optional.of(
                    name.length() == 1
                            ? KeyNames.of(name.charAt(0), held.get())
                            : press(name, held.get()));
        }
        int shifted = number(0, 1, code);
        boolean known = code > ' ' && (held.get() & KeyNames.SHIFT) != 0 && shifted != code;
        return isCharacter(code)
                ? Optional.of(
                        known
                                ? KeyNames.of(shifted, held.get() & ~KeyNames.SHIFT)
                                : KeyNames.of(code, held.get()))
                : Optional.empty();
    }

    /// Keys without a character, such as Caps Lock, have numbers of the private use area.
    private static boolean isCharacter(int code) {
        return switch (code) {
            case '\t', '\r', 0x1b, 0x7f -> true;
            default ->
                    !Character.isISOControl(code)
                            && Character.getType(code) != Character.PRIVATE_USE
                            && Character.getType(code) != Character.SURROGATE;
        };
    }

    private static Key press(String name, int modifiers) {
        return KeyNames.press(name, modifiers);
    }

    /// The modifiers; empty if the key was released or is not ours.
    private Optional<Integer> pressed(int index) {
        int held = held(index);
        boolean ours = number(index, 1, 1) != RELEASED && !KeyNames.isForeign(held);
        return ours ? Optional.of(held) : Optional.empty();
    }

    private int held(int index) {
        return (Math.max(0, number(index, 0, 1) - 1) & ~LOCKS) | modifiers;
    }

    /// A number by its place: parameters are separated by `;`, and their parts by `:`.
    private int number(int parameter, int part, int otherwise) {
        String[] all = parameters.split(";", -1);
        String[] parts = parameter < all.length ? all[parameter].split(":", -1) : new String[0];
        if (part >= parts.length || parts[part].isEmpty()) {
            return otherwise;
        }
        try {
            return Integer.parseInt(parts[part]);
        } catch (NumberFormatException _) {
            // A sequence with other characters is none that we know.
            return -1;
        }
    }
}
