package dev.deft.undo;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.os.state.StateDirectory;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The append-only log of a session's changes. It also reads the events that other processes
/// append.
final class UndoLog {

    private static final String NAME = "log.jsonl";

    private final StateDirectory directory;
    private final History history = new History();
    private long read;
    private boolean torn;

    UndoLog(StateDirectory directory) {
        this.directory = directory;
    }

    /// The size of the stored contents as far as it is known, or more: what several changes share
    /// counts several times, and so does what was dropped.
    synchronized long mostBytes() {
        return history.mostBytes();
    }

    /// A copy of the current history.
    synchronized History history() throws HostException {
        refresh();
        return history.copy();
    }

    /// Appends an event durably.
    synchronized void append(UndoEvent event) throws HostException {
        append(List.of(event));
    }

    /// Appends events durably.
    synchronized void append(List<? extends UndoEvent> events) throws HostException {
        refresh();
        var lines = new StringBuilder(torn ? "\n" : "");
        events.forEach(it -> lines.append(it.line()));
        directory.append(NAME, Bytes.of(lines.toString()));
    }

    /// Appends a change durably.
    ///
    /// @return its index
    synchronized int append(UndoEvent.Changed change) throws HostException {
        refresh();
        String line = change.line();
        Bytes added = Bytes.of((torn ? "\n" : "") + line);
        long size = directory.append(NAME, added);
        if (!torn && size == read + added.size()) {
            history.apply(change);
            read = size;
            return history.changes().size() - 1;
        }
        refresh();
        return history.changes().lastIndexOf(change);
    }

    /// Reads the complete lines appended since. An incomplete line stays unread until the next
    /// event ends it.
    private void refresh() throws HostException {
        apply(unread());
    }

    private String unread() throws HostException {
        return directory.readFrom(NAME, read).orElse(Bytes.EMPTY).text(StandardCharsets.UTF_8);
    }

    private void apply(String text) {
        int end = text.lastIndexOf('\n') + 1;
        text.substring(0, end)
                .lines()
                .forEach(line -> UndoEvent.parse(line).ifPresent(history::apply));
        read += text.substring(0, end).getBytes(StandardCharsets.UTF_8).length;
        torn = end < text.length();
    }
}
