package dev.deft.output;

import java.util.function.Consumer;

/// Masks a text that comes in pieces. What may be the beginning of a secret is held back until it
/// is known what it is.
public final class MaskedStream implements Consumer<String> {

    private static final int LONGEST_HELD = 8 * 1024;
    private static final int CONTEXT = 200;
    private static final String BEGIN = "-----BEGIN ";
    private static final String DASHES = "-----";
    private static final String END = "-----END ";

    private final SecretMask mask;
    private final Consumer<String> told;
    private String held = "";
    private String before = "";

    public MaskedStream(SecretMask mask, Consumer<String> told) {
        this.mask = mask;
        this.told = told;
    }

    @Override
    public synchronized void accept(String piece) {
        held += piece;
        int end = safe(held);
        if (end == 0 && held.length() > LONGEST_HELD) {
            end = held.length();
        }
        tell(end);
    }

    /// Tells what was held back; nothing more will come.
    public synchronized void end() {
        tell(held.length());
    }

    private void tell(int end) {
        if (end == 0) {
            return;
        }
        String piece = held.substring(0, end);
        held = held.substring(end);
        String whole = mask.text(before + piece);
        told.accept(whole.startsWith(before) ? whole.substring(before.length()) : mask.text(piece));
        String all = before + piece;
        before = all.substring(Math.max(all.lastIndexOf('\n') + 1, all.length() - CONTEXT));
    }

    /// How much can be told: up to the last blank, and nothing of a private key that has not ended.
    private static int safe(String text) {
        int end = text.length();
        while (end > 0 && !AsciiChars.isBlank(text.charAt(end - 1))) {
            end--;
        }
        int begun = text.lastIndexOf(BEGIN);
        return begun >= 0 && !hasEnded(text, begun, end) ? Math.min(end, begun) : end;
    }

    private static boolean hasEnded(String text, int begun, int until) {
        int last = text.indexOf(END, begun);
        int closed = last < 0 ? -1 : text.indexOf(DASHES, last + DASHES.length());
        return closed >= 0 && closed < until;
    }
}
