package dev.deft.app.terminal.device;

import dev.deft.app.terminal.ui.Key;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/// Collects the text between the markers of a bracketed paste.
///
/// A pasted text may contain the end marker, to have the rest of it taken for typed keys. So a
/// paste ends with the last marker before the input pauses; markers inside it are removed.
final class PasteDecoder {

    /// What is pasted beyond this is dropped.
    static final int MOST_BYTES = 10 * 1024 * 1024;

    private static final byte[] START = "\u001b[200~".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\u001b[201~".getBytes(StandardCharsets.US_ASCII);

    private byte[] content = new byte[0];
    private int size;

    /// Where the last end marker begins; negative without one.
    private int end;

    private boolean open;

    boolean isOpen() {
        return open;
    }

    /// Whether there was an end marker.
    boolean isEnding() {
        return end >= 0;
    }

    void open() {
        open = true;
        content = new byte[1024];
        size = 0;
        end = -1;
    }

    void feed(byte[] bytes, int count) {
        if (size + count > content.length) {
            content = Arrays.copyOf(content, Math.max(2 * content.length, size + count));
        }
        System.arraycopy(bytes, 0, content, size, count);
        int from = Math.max(0, size - END.length);
        size += count;
        for (int i = from; i <= size - END.length; i++) {
            if (matches(END, i)) {
                end = i;
            }
        }
        if (size > 2 * MOST_BYTES) {
            shorten();
        }
    }

    private boolean matches(byte[] marker, int at) {
        return Arrays.equals(content, at, at + marker.length, marker, 0, marker.length);
    }

    /// Keeps the part that is delivered, and the last bytes, which may begin a marker.
    private void shorten() {
        int last = size - END.length;
        boolean ended = end >= last;
        System.arraycopy(content, last, content, MOST_BYTES, END.length);
        size = MOST_BYTES + END.length;
        end = ended ? MOST_BYTES : Math.min(end, MOST_BYTES);
    }

    /// Delivers the text.
    ///
    /// @return what was typed after it
    byte[] end(Consumer<Key> keys) {
        open = false;
        int length = end < 0 ? size : end;
        var text = new byte[Math.min(length, MOST_BYTES)];
        int count = 0;
        for (int i = 0; i < length && count < text.length; ) {
            boolean marker = i <= size - END.length && (matches(END, i) || matches(START, i));
            if (marker) {
                i += END.length;
            } else {
                text[count++] = content[i++];
            }
        }
        byte[] after = end < 0 ? new byte[0] : Arrays.copyOfRange(content, end + END.length, size);
        content = new byte[0];
        keys.accept(new Key.Pasted(plain(TypedText.valid(text, 0, count))));
        return after;
    }

    /// Line feeds for all line ends, and no control characters but these and tabs.
    private static String plain(String text) {
        String lines = text.replace("\r\n", "\n").replace('\r', '\n');
        var plain = new StringBuilder(lines.length());
        lines.chars()
                .filter(it -> it == '\n' || it == '\t' || !Character.isISOControl(it))
                .forEach(it -> plain.append((char) it));
        return plain.toString();
    }
}
