package dev.deft.app.terminal.editor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The edited text with its cursor and what can be undone. Places are counted in pieces.
final class TextBuffer {

    private static final int MOST_UNDO = 200;

    /// Bounds the memory of the undo list.
    private static final int MOST_UNDO_PIECES = 2_000_000;

    private final Deque<State> undo = new ArrayDeque<>();
    private List<Piece> pieces = new ArrayList<>();
    private int cursor;
    private List<Piece> killed = List.of();
    private Change last = Change.OTHER;

    /// What the last edit was: alike edits in a row are undone together.
    private enum Change {
        TYPED,
        DELETED,
        KILLED,
        OTHER
    }

    private record State(List<Piece> pieces, int cursor) {}

    List<Piece> pieces() {
        return pieces;
    }

    int cursor() {
        return cursor;
    }

    /// The text as it is seen, with labels of tokens.
    String seen() {
        return seen(0, pieces.size());
    }

    String seen(int from, int to) {
        var text = new StringBuilder();
        pieces.subList(from, to).forEach(it -> text.append(it.text()));
        return text.toString();
    }

    String full() {
        var text = new StringBuilder();
        pieces.forEach(it -> text.append(it.full()));
        return text.toString();
    }

    /// The piece that begins at an offset of the seen text, or behind it.
    int at(int offset) {
        int length = 0;
        for (int i = 0; i < pieces.size(); i++) {
            if (length >= offset) {
                return i;
            }
            length += pieces.get(i).text().length();
        }
        return pieces.size();
    }

    void moveTo(int place) {
        cursor = Math.clamp(place, 0, pieces.size());
        last = Change.OTHER;
    }

    /// Replaces everything, and can undo it.
    void set(List<Piece> all) {
        remember(Change.OTHER);
        pieces = new ArrayList<>(all);
        cursor = pieces.size();
    }

    /// Empties it for the next message. Nothing of the last one can be undone.
    void reset() {
        pieces = new ArrayList<>();
        cursor = 0;
        undo.clear();
        last = Change.OTHER;
    }

    void type(String text) {
        boolean newWord = text.isBlank();
        if (newWord) {
            last = Change.OTHER;
        }
        remember(Change.TYPED);
        put(Piece.split(text));
    }

    void insert(List<Piece> more) {
        remember(Change.OTHER);
        put(more);
        last = Change.OTHER;
    }

    private void put(List<Piece> more) {
        pieces.addAll(cursor, more);
        int before = cursor;
        cursor += more.size();
        join(cursor);
        join(before);
    }

    /// Joins two pieces that became one character, such as a letter and its accent. The cursor is
    /// never inside.
    private void join(int place) {
        if (place < 1 || place >= pieces.size()) {
            return;
        }
        Piece left = pieces.get(place - 1);
        Piece right = pieces.get(place);
        if (left.token().isPresent() || right.token().isPresent()) {
            return;
        }
        List<Piece> together = Piece.split(left.text() + right.text());
        if (together.size() == 1) {
            pieces.set(place - 1, together.getFirst());
            pieces.remove(place);
            if (cursor >= place) {
                cursor = cursor == place ? place : cursor - 1;
            }
        }
    }

    void delete(int from, int to) {
        cut(from, to, Change.DELETED);
    }

    /// Deletes a part and keeps it for [#yank].
    void kill(int from, int to) {
        if (from >= to) {
            return;
        }
        List<Piece> part = new ArrayList<>(pieces.subList(from, to));
        if (last == Change.KILLED) {
            part.addAll(to <= cursor ? part.size() : 0, killed);
        }
        killed = List.copyOf(part);
        cut(from, to, Change.KILLED);
    }

    private void cut(int from, int to, Change change) {
        if (from >= to) {
            return;
        }
        remember(change);
        pieces.subList(from, to).clear();
        cursor = from;
        join(from);
    }

    void yank() {
        if (!killed.isEmpty()) {
            insert(killed);
        }
    }

    /// Exchanges the characters around the cursor.
    void transpose() {
        int right = Math.min(cursor, pieces.size() - 1);
        if (right < 1) {
            return;
        }
        remember(Change.OTHER);
        Piece piece = pieces.remove(right);
        pieces.add(right - 1, piece);
        cursor = right + 1;
        join(right + 1);
        join(right);
        join(right - 1);
        last = Change.OTHER;
    }

    void undo() {
        Optional.ofNullable(undo.pollLast())
                .ifPresent(it -> {
                    pieces = new ArrayList<>(it.pieces);
                    cursor = it.cursor;
                });
        last = Change.OTHER;
    }

    private void remember(Change change) {
        if (change == last && (change == Change.TYPED || change == Change.DELETED)) {
            return;
        }
        last = change;
        undo.addLast(new State(List.copyOf(pieces), cursor));
        int total = undo.stream().mapToInt(it -> it.pieces.size()).sum();
        while (undo.size() > MOST_UNDO || (total > MOST_UNDO_PIECES && undo.size() > 1)) {
            total -= undo.removeFirst().pieces.size();
        }
    }

    int lineStart() {
        int at = cursor;
        while (at > 0 && !pieces.get(at - 1).isLineEnd()) {
            at--;
        }
        return at;
    }

    int lineEnd() {
        int at = cursor;
        while (at < pieces.size() && !pieces.get(at).isLineEnd()) {
            at++;
        }
        return at;
    }

    /// The start of the word before the cursor.
    ///
    /// @param inside whether a piece belongs to a word
    int wordBefore(Predicate<Piece> inside) {
        int at = cursor;
        while (at > 0 && !inside.test(pieces.get(at - 1))) {
            at--;
        }
        while (at > 0 && inside.test(pieces.get(at - 1))) {
            at--;
        }
        return at;
    }

    /// The end of the word behind the cursor.
    int wordAfter() {
        int at = cursor;
        while (at < pieces.size() && !pieces.get(at).isWord()) {
            at++;
        }
        while (at < pieces.size() && pieces.get(at).isWord()) {
            at++;
        }
        return at;
    }
}
