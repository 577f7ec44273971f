package dev.deft.output;

import java.util.function.Consumer;

/// Masks secrets in text that arrives in pieces. A possible beginning of a secret is held back
/// until more text has arrived.
public final class MaskedStream implements Consumer<String> {

    private static final int LONGEST_HELD = 8 * 1024;
    private static final int CONTEXT = 200;
    private static final String BEGIN = "-----BEGIN ";
    private static final String DASHES = "-----";
    private static final String END = "-----END ";

    private final SecretMask mask;
    private final Consumer<String> sink;
    private String held = "";
    private String before = "";

    public MaskedStream(SecretMask mask, Consumer<String> sink) {
        this.mask = mask;
        this.sink = sink;
    }

    @Override
    public synchronized void accept(String piece) {
        held += piece;
        int end = safe(held);
        if (end == 0 && held.length() > LONGEST_HELD) {
            end = held.length();
        }
        pass(end);
    }

    /// Passes on the text that was held back.
    public synchronized void end() {
        pass(held.length());
    }

    private void pass(int end) {
        if (end == 0) {
            return;
        }
        String piece = held.substring(0, end);
        held = held.substring(end);
        String whole = mask.text(before + piece);
        sink.accept(whole.startsWith(before) ? whole.substring(before.length()) : mask.text(piece));
        String all = before + piece;
        before = all.substring(Math.max(all.lastIndexOf('\n') + 1, all.length() - CONTEXT));
    }

    /// How much can be passed on: up to the last blank, and nothing of an incomplete private key.
    private static int safe(String text) {
        int end = text.length();
        while (end > 0 && !AsciiChars.isBlank(text.charAt(end - 1))) {
            end--;
        }
        int begin = text.lastIndexOf(BEGIN);
        return begin >= 0 && !hasEnded(text, begin, end) ? Math.min(end, begin) : end;
    }

    private static boolean hasEnded(String text, int begin, int until) {
        int last = text.indexOf(END, begin);
        int closed = last < 0 ? -1 : text.indexOf(DASHES, last + DASHES.length());
        return closed >= 0 && closed < until;
    }
}
