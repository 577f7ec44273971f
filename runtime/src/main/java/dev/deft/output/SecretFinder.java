package dev.deft.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Finds secrets in a text in one pass. Two characters decide whether a position is examined
/// further, so ordinary text is fast.
final class SecretFinder {

    /// A secret in a text.
    ///
    /// @param shown how many of its first characters stay visible
    record Found(int start, int end, int shown) {}

    private static final int ASCII = 128;
    private static final boolean[] PAIRS = pairs();
    private static final SecretPrefix[][] BY_FIRST = byFirst();
    private static final String BEGIN = "-----BEGIN ";
    private static final String PRIVATE = "PRIVATE KEY";
    private static final String DASHES = "-----";
    private static final int LONGEST_LABEL = 80;

    private final char[] text;
    private final Predicate<String> allowed;
    private final List<Found> found = new ArrayList<>();
    private int done;

    /// @param allowed the kinds and names that are not masked
    SecretFinder(char[] text, Predicate<String> allowed) {
        this.text = text;
        this.allowed = allowed;
    }

    private static boolean[] pairs() {
        boolean[] pairs = new boolean[ASCII * ASCII];
        SecretPrefix.ALL.forEach(it -> mark(pairs, it.text()));
        List.of("ey", "--").forEach(it -> mark(pairs, it));
        for (int next = 0; next < ASCII; next++) {
            pairs['=' * ASCII + next] = true;
            pairs[':' * ASCII + next] = true;
        }
        return pairs;
    }

    private static SecretPrefix[][] byFirst() {
        var all = new SecretPrefix[ASCII][];
        for (int i = 0; i < ASCII; i++) {
            int first = i;
            all[i] =
                    SecretPrefix.ALL.stream()
                            .filter(it -> it.text().charAt(0) == first)
                            .toArray(SecretPrefix[]::new);
        }
        return all;
    }

    private static void mark(boolean[] pairs, String text) {
        pairs[text.charAt(0) * ASCII + text.charAt(1)] = true;
    }

    /// The secrets in order, without overlaps.
    List<Found> find() {
        boolean[] pairs = PAIRS;
        char[] all = text;
        int last = all.length - 1;
        int it = last < 0 ? 0 : all[0];
        for (int i = 0; i < last; i++) {
            int next = all[i + 1];
            int pair = it * ASCII + next;
            if (next < ASCII && pair < pairs.length && pairs[pair] && i >= done) {
                examine(i);
            }
            it = next;
        }
        return found;
    }

    private void examine(int at) {
        switch (text[at]) {
            case '=' -> assigned(at);
            case ':' -> {
                address(at);
                assigned(at);
            }
            case '-' -> privateKey(at);
            default -> {
                if (at == 0 || !AsciiChars.isName(text[at - 1])) {
                    prefixed(at);
                }
            }
        }
    }

    private void add(String name, int start, int end, int shown) {
        if (!allowed.test(name)) {
            found.add(new Found(start, end, shown));
        }
        done = end;
    }

    private void prefixed(int at) {
        for (SecretPrefix prefix : BY_FIRST[text[at]]) {
            int end = prefix.end(text, at);
            if (end > 0) {
                add(prefix.text(), at, end, prefix.text().length());
                return;
            }
        }
        int end = token(at);
        if (end > 0) {
            add("jwt", at, end, 3);
        }
    }

    /// The end of a JSON Web Token: three parts with dots between them, of which two are JSON; or
    /// -1.
    private int token(int at) {
        int dots = 0;
        int part = at;
        int end = at;
        while (end < text.length
                && (AsciiChars.isName(text[end]) || text[end] == '-' || text[end] == '.')) {
            if (text[end] == '.') {
                if (end - part < 8 || !startsWith("eyJ", part) || ++dots > 2) {
                    return -1;
                }
                part = end + 1;
                if (dots == 2) {
                    break;
                }
            }
            end++;
        }
        if (dots < 2) {
            return -1;
        }
        end = part;
        while (end < text.length && (AsciiChars.isName(text[end]) || text[end] == '-')) {
            end++;
        }
        return end - part >= 8 ? end : -1;
    }

    private boolean startsWith(String what, int at) {
        if (at + what.length() > text.length) {
            return false;
        }
        for (int i = 0; i < what.length(); i++) {
            if (text[at + i] != what.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void privateKey(int at) {
        if (!startsWith(BEGIN, at)) {
            return;
        }
        int label = at + BEGIN.length();
        int end = indexOf(DASHES, label, Math.min(text.length, label + LONGEST_LABEL));
        if (end < 0 || !new String(text, label, end - label).contains(PRIVATE)) {
            return;
        }
        int head = end + DASHES.length();
        int tail = indexOf("-----END ", head, text.length);
        int last = tail < 0 ? -1 : indexOf(DASHES, tail + DASHES.length(), text.length);
        // Text that only mentions such a key has no content after the line.
        int until = last < 0 ? text.length : last + DASHES.length();
        if (until - head > 16 && isKeyText(head, Math.min(until, head + 64))) {
            add("pem", at, until, head - at);
        }
    }

    /// Whether enough letters and digits follow, after a line end or an escaped one.
    private boolean isKeyText(int from, int until) {
        int run = 0;
        for (int i = from; i < until; i++) {
            run =
                    AsciiChars.isLetterOrDigit(text[i]) || text[i] == '+' || text[i] == '/'
                            ? run + 1
                            : 0;
            if (run >= 16) {
                return true;
            }
        }
        return false;
    }

    private int indexOf(String what, int from, int until) {
        for (int i = from; i + what.length() <= until; i++) {
            if (startsWith(what, i)) {
                return i;
            }
        }
        return -1;
    }

    /// `scheme://user:password@host`.
    private void address(int at) {
        if (!startsWith("://", at) || at == 0 || !AsciiChars.isLetterOrDigit(text[at - 1])) {
            return;
        }
        int colon = -1;
        for (int i = at + 3; i < text.length; i++) {
            char it = text[i];
            if (it == ':' && colon < 0) {
                colon = i;
            } else if (it == '@' && colon > 0) {
                password(colon + 1, i);
                return;
            } else if (it == '/'
                    || AsciiChars.isBlank(it)
                    || it == '"'
                    || it == '\''
                    || it == '`') {
                return;
            }
        }
    }

    private void password(int from, int end) {
        if (end - from >= 4 && !SecretAssignment.isPlaceholder(text, from, end)) {
            add("url", from, end, 0);
        }
    }

    private void assigned(int at) {
        Optional<SecretAssignment> value = SecretAssignment.at(text, at);
        if (value.isPresent()) {
            SecretAssignment it = value.get();
            add(it.name(), it.start(), it.end(), 0);
        }
    }
}
