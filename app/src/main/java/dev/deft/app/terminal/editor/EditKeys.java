package dev.deft.app.terminal.editor;

import java.util.Map;
import java.util.function.Consumer;

/// The keys that change the text or move in it, the same wherever the text is.
final class EditKeys {

    private static final Map<String, Consumer<TextBuffer>> ACTIONS =
            Map.ofEntries(
                    Map.entry("space", it -> it.type(" ")),
                    Map.entry("shift-enter", it -> it.type("\n")),
                    Map.entry("alt-enter", it -> it.type("\n")),
                    Map.entry("ctrl-enter", it -> it.type("\n")),
                    Map.entry("ctrl-j", it -> it.type("\n")),
                    Map.entry("left", it -> it.moveTo(it.cursor() - 1)),
                    Map.entry("ctrl-b", it -> it.moveTo(it.cursor() - 1)),
                    Map.entry("right", it -> it.moveTo(it.cursor() + 1)),
                    Map.entry("ctrl-f", it -> it.moveTo(it.cursor() + 1)),
                    Map.entry("home", it -> it.moveTo(it.lineStart())),
                    Map.entry("ctrl-a", it -> it.moveTo(it.lineStart())),
                    Map.entry("end", it -> it.moveTo(it.lineEnd())),
                    Map.entry("ctrl-e", it -> it.moveTo(it.lineEnd())),
                    Map.entry("ctrl-home", it -> it.moveTo(0)),
                    Map.entry("ctrl-end", it -> it.moveTo(it.pieces().size())),
                    Map.entry("alt-b", EditKeys::wordLeft),
                    Map.entry("ctrl-left", EditKeys::wordLeft),
                    Map.entry("alt-left", EditKeys::wordLeft),
                    Map.entry("alt-f", EditKeys::wordRight),
                    Map.entry("ctrl-right", EditKeys::wordRight),
                    Map.entry("alt-right", EditKeys::wordRight),
                    Map.entry("backspace", EditKeys::backspace),
                    Map.entry("shift-backspace", EditKeys::backspace),
                    Map.entry("ctrl-h", EditKeys::backspace),
                    Map.entry("delete", EditKeys::delete),
                    Map.entry("ctrl-d", EditKeys::delete),
                    Map.entry("ctrl-k", EditKeys::killLine),
                    Map.entry("ctrl-u", EditKeys::killToStart),
                    Map.entry(
                            "ctrl-w",
                            it -> it.kill(it.wordBefore(word -> !word.isBlank()), it.cursor())),
                    Map.entry("alt-backspace", EditKeys::killWordBefore),
                    Map.entry("ctrl-backspace", EditKeys::killWordBefore),
                    Map.entry("alt-d", EditKeys::killWordAfter),
                    Map.entry("ctrl-delete", EditKeys::killWordAfter),
                    Map.entry("ctrl-y", TextBuffer::yank),
                    Map.entry("ctrl-t", TextBuffer::transpose),
                    Map.entry("ctrl-_", TextBuffer::undo));

    private EditKeys() {}

    /// Does what a key means.
    ///
    /// @return false if the key edits nothing
    static boolean press(String key, TextBuffer buffer) {
        if (!ACTIONS.containsKey(key)) {
            return false;
        }
        ACTIONS.get(key).accept(buffer);
        return true;
    }

    private static void wordLeft(TextBuffer buffer) {
        buffer.moveTo(buffer.wordBefore(Piece::isWord));
    }

    private static void wordRight(TextBuffer buffer) {
        buffer.moveTo(buffer.wordAfter());
    }

    private static void backspace(TextBuffer buffer) {
        buffer.delete(Math.max(0, buffer.cursor() - 1), buffer.cursor());
    }

    private static void delete(TextBuffer buffer) {
        buffer.delete(buffer.cursor(), Math.min(buffer.pieces().size(), buffer.cursor() + 1));
    }

    /// At the end of a line its line end is killed.
    private static void killLine(TextBuffer buffer) {
        int end = buffer.lineEnd();
        int to = end == buffer.cursor() ? end + 1 : end;
        buffer.kill(buffer.cursor(), Math.min(to, buffer.pieces().size()));
    }

    private static void killToStart(TextBuffer buffer) {
        int start = buffer.lineStart();
        int from = start == buffer.cursor() ? start - 1 : start;
        buffer.kill(Math.max(0, from), buffer.cursor());
    }

    private static void killWordBefore(TextBuffer buffer) {
        buffer.kill(buffer.wordBefore(Piece::isWord), buffer.cursor());
    }

    private static void killWordAfter(TextBuffer buffer) {
        buffer.kill(buffer.cursor(), buffer.wordAfter());
    }
}
