package dev.deft.app.terminal.device;

import dev.deft.app.terminal.ui.Key;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Turns the bytes of a terminal into keys. Sequences it does not know are dropped.
final class KeyDecoder {

    /// A lone escape character is the key if nothing follows this soon.
    private static final Duration LONE_ESCAPE = Duration.ofMillis(25);

    /// How long the rest of a sequence or of a character may take, as over a slow connection.
    private static final Duration REST = Duration.ofMillis(300);

    /// A paste whose end does not come for this long is over.
    private static final Duration LOST_END = Duration.ofSeconds(5);

    /// A longer sequence is dropped while it comes.
    private static final int LONGEST_SEQUENCE = 64 * 1024;

    private static final byte ESCAPE = 0x1b;
    private static final int INCOMPLETE = -1;
    private static final Pattern GRAPHEME = Pattern.compile("\\X");

    private final Consumer<Key> keys;
    private final Consumer<WindowSize> sizes;
    private final PasteDecoder paste = new PasteDecoder();

    private byte[] input = new byte[0];

    /// @param sizes gets the answers of the terminal that was asked for its size
    KeyDecoder(Consumer<Key> keys, Consumer<WindowSize> sizes) {
        this.keys = keys;
        this.sizes = sizes;
    }

    void feed(byte[] bytes, int count) {
        if (paste.isOpen()) {
            paste.feed(bytes, count);
            return;
        }
        int old = input.length;
        input = Arrays.copyOf(input, old + count);
        System.arraycopy(bytes, 0, input, old, count);
        decode();
    }

    /// Whether the last bytes may be the beginning of something longer.
    boolean isIncomplete() {
        return paste.isOpen() || input.length > 0;
    }

    /// How long to wait for the rest.
    Duration timeout() {
        if (paste.isOpen()) {
            return paste.isEnding() ? LONE_ESCAPE : LOST_END;
        }
        return input[0] == ESCAPE && isLone() ? LONE_ESCAPE : REST;
    }

    private boolean isLone() {
        return input.length == 1 || (input.length == 2 && input[1] == ESCAPE);
    }

    /// Takes incomplete bytes for what they are, since the rest did not come.
    void expire() {
        if (paste.isOpen()) {
            input = paste.end(keys);
            decode();
            return;
        }
        if (input.length == 0) {
            return;
        }
        if (input[0] == ESCAPE && isLone()) {
            keys.accept(new Key.Press("esc"));
            drop(1);
        } else if (input[0] == ESCAPE && input.length == 2) {
            keys.accept(KeyNames.alt(input[1] & 0xff));
            drop(2);
        } else {
            drop(input.length);
        }
        decode();
    }

    private void drop(int count) {
        input = Arrays.copyOfRange(input, count, input.length);
    }

    private void decode() {
        int at = 0;
        while (at < input.length && !paste.isOpen()) {
            int next = next(at);
            if (next == INCOMPLETE) {
                break;
            }
            at = next;
        }
        drop(at);
        if (paste.isOpen()) {
            byte[] rest = input;
            input = new byte[0];
            paste.feed(rest, rest.length);
        } else if (input.length > LONGEST_SEQUENCE) {
            input = new byte[] {ESCAPE, input[1]};
        }
    }

    /// Decodes one key or a run of text.
    ///
    /// @return where the next one begins
    private int next(int at) {
        int first = input[at] & 0xff;
        if (first == ESCAPE) {
            return escape(at);
        }
        if (first < 0x20 || first == 0x7f) {
            keys.accept(KeyNames.control(first));
            return at + 1;
        }
        return text(at);
    }

    private int text(int at) {
        int end = at;
        while (end < input.length && (input[end] & 0xff) >= 0x20 && input[end] != 0x7f) {
            end++;
        }
        int complete = end == input.length ? TypedText.completeEnd(input, at, end) : end;
        if (complete == at) {
            return INCOMPLETE;
        }
        emit(TypedText.valid(input, at, complete));
        return complete;
    }

    private void emit(String text) {
        Matcher characters = GRAPHEME.matcher(text);
        while (characters.find()) {
            keys.accept(new Key.Text(characters.group()));
        }
    }

    private int escape(int at) {
        if (at + 1 == input.length) {
            return INCOMPLETE;
        }
        return switch (input[at + 1]) {
            case '[' -> control(at + 2, 0);
            case 'O' -> function(at + 2);
            case ']', 'P', '_' -> string(at + 2);
            case ESCAPE -> doubled(at);
            default -> alt(at + 1);
        };
    }

    /// Some terminals put an escape character before a sequence for Alt.
    private int doubled(int at) {
        if (at + 2 == input.length) {
            return INCOMPLETE;
        }
        if (input[at + 2] == '[') {
            return control(at + 3, KeyNames.ALT);
        }
        keys.accept(new Key.Press("esc"));
        return at + 1;
    }

    private int alt(int at) {
        int first = input[at] & 0xff;
        if (first < 0x80) {
            keys.accept(KeyNames.alt(first));
            return at + 1;
        }
        int length = TypedText.length(first);
        if (at + length > input.length) {
            return INCOMPLETE;
        }
        String text = TypedText.valid(input, at, at + length);
        if (!text.isEmpty()) {
            keys.accept(KeyNames.alt(text.codePointAt(0)));
        }
        return at + length;
    }

    /// `ESC O` and a letter: keys in application mode.
    private int function(int at) {
        int end = at;
        while (end < input.length && input[end] >= '0' && input[end] <= '9') {
            end++;
        }
        if (end == input.length) {
            return INCOMPLETE;
        }
        KeyNames.function((char) input[end]).ifPresent(keys);
        return end + 1;
    }

    /// `ESC [`, parameters, and a final byte.
    private int control(int at, int modifiers) {
        int end = at;
        if (end < input.length && input[end] == '[') {
            end++;
        }
        while (end < input.length && input[end] >= 0x20 && input[end] <= 0x3f) {
            end++;
        }
        if (end == input.length) {
            return INCOMPLETE;
        }
        if (input[end] < 0x40 || input[end] == 0x7f) {
            // Not a sequence: what follows counts on its own.
            return end;
        }
        if (input[end] == 'M' && end == at) {
            // A mouse report has three more bytes.
            return end + 4 <= input.length ? end + 4 : INCOMPLETE;
        }
        String parameters = new String(input, at, end - at, StandardCharsets.US_ASCII);
        if (input[end] == '~' && parameters.equals("200")) {
            paste.open();
        } else {
            var sequence = new ControlSequence(parameters, (char) input[end], modifiers);
            sequence.size().ifPresent(it -> report(it, modifiers));
            sequence.key().ifPresent(keys);
        }
        return end + 1;
    }

    /// An escape character before a report is a key of its own.
    private void report(WindowSize size, int modifiers) {
        if (modifiers != 0) {
            keys.accept(new Key.Press("esc"));
        }
        sizes.accept(size);
    }

    /// A report of the terminal, which ends with BEL or `ESC \`.
    private int string(int at) {
        for (int i = at; i < input.length; i++) {
            if (input[i] == 0x07) {
                return i + 1;
            }
            if (input[i] == ESCAPE && i + 1 < input.length) {
                return input[i + 1] == '\\' ? i + 2 : i;
            }
        }
        return INCOMPLETE;
    }
}
