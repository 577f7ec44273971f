package dev.deft.app.terminal.editor;

import java.util.List;
import java.util.Optional;

/// The list of suggestions, which is open while there are any.
final class Completion {

    private final Completer completer;

    private List<Candidate> candidates = List.of();
    private String text = "";
    private int cursor;
    private int selected;

    /// Whether the user closed the list for the word at hand.
    private boolean dismissed;

    Completion(Completer completer) {
        this.completer = completer;
    }

    /// Asks again, since the text or what the completer knows changed.
    void update(String text, int cursor) {
        Optional<Candidate> before = selected();
        this.text = text;
        this.cursor = cursor;
        if (!applies(text, cursor)) {
            dismissed = false;
            candidates = List.of();
            return;
        }
        candidates = dismissed ? List.of() : List.copyOf(completer.complete(text, cursor));
        candidates =
                candidates.stream().filter(it -> it.from() >= 0 && it.from() <= cursor).toList();
        if (candidates.size() == 1 && isTyped(candidates.getFirst())) {
            candidates = List.of();
        }
        selected = Math.max(0, before.map(candidates::indexOf).orElse(0));
    }

    private static boolean applies(String text, int cursor) {
        if (text.startsWith("/") && text.indexOf('\n') < 0 && cursor > 0) {
            return true;
        }
        int start = cursor;
        while (start > 0 && !Character.isWhitespace(text.charAt(start - 1))) {
            start--;
        }
        return start < cursor && text.charAt(start) == '@';
    }

    /// Whether the text is already what a candidate would make of it.
    boolean isTyped(Candidate candidate) {
        return typed(candidate).equals(candidate.insert().stripTrailing());
    }

    /// What a candidate would replace.
    String typed(Candidate candidate) {
        return text.substring(candidate.from(), cursor);
    }

    boolean isOpen() {
        return !candidates.isEmpty();
    }

    List<Candidate> candidates() {
        return candidates;
    }

    Optional<Candidate> selected() {
        return selected < candidates.size()
                ? Optional.of(candidates.get(selected))
                : Optional.empty();
    }

    int selectedIndex() {
        return selected;
    }

    void move(int by) {
        selected = Math.floorMod(selected + by, Math.max(1, candidates.size()));
    }

    void dismiss() {
        dismissed = true;
        candidates = List.of();
    }

    /// Closes the list without a decision about the word.
    void close() {
        dismissed = false;
        candidates = List.of();
    }
}
