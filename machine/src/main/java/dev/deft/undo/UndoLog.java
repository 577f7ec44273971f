package dev.deft.undo;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.os.state.AppendedFile;
import dev.deft.os.state.StateDirectory;
import dev.deft.os.tree.FileContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The append-only log of a session's changes. It also reads the events that other processes
/// append.
final class UndoLog {

    private static final String NAME = "log.jsonl";

    private final StateDirectory directory;
    private final History history = new History();
    private final InlinedContents inlined;
    private long read;
    private boolean torn;

    UndoLog(StateDirectory directory) {
        this.directory = directory;
        this.inlined = new InlinedContents(directory, NAME);
    }

    /// The size of the stored contents as far as it is known, or more: what several changes share
    /// counts several times, and so does what was dropped.
    synchronized long mostBytes() {
        return history.mostBytes();
    }

    /// How many bytes of contents are in the log itself, as far as it is known.
    synchronized long inlinedBytes() {
        return inlined.bytes();
    }

    /// A content that is in the log itself.
    synchronized Optional<FileContent> inlined(String name) throws IOException {
        return inlined.find(name);
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
        try (AppendedFile file = opened()) {
            var lines = new StringBuilder(torn ? "\n" : "");
            events.forEach(it -> lines.append(it.line()));
            file.append(Bytes.of(lines.toString()));
            file.sync();
        }
    }

    /// Prepares for a change, and reads first what others appended.
    synchronized Addition begin() throws HostException {
        return new Addition(opened());
    }

    private AppendedFile opened() throws HostException {
        AppendedFile file = directory.appended(NAME);
        boolean current = false;
        try {
            if (file.size() != read) {
                refresh();
            }
            current = true;
            return file;
        } finally {
            if (!current) {
                file.close();
            }
        }
    }

    /// Reads the complete lines appended since. An incomplete line stays unread until the next
    /// event ends it.
    private void refresh() throws HostException {
        apply(directory.readFrom(NAME, read).orElse(Bytes.EMPTY));
    }

    private void apply(Bytes unread) {
        int from = 0;
        for (int at = 0; at < unread.size(); at++) {
            if (unread.at(at) == '\n') {
                Bytes line = unread.part(from, at + 1 - from);
                UndoEvent.parse(line.text(StandardCharsets.UTF_8)).ifPresent(it -> apply(it, line));
                from = at + 1;
                read += line.size();
            }
        }
        torn = from < unread.size();
    }

    /// A change whose contents are damaged never happened: it waits until they are durable.
    private void apply(UndoEvent event, Bytes line) {
        if (!(event instanceof UndoEvent.Changed changed) || changed.contents().isEmpty()) {
            history.apply(event);
        } else if (inlined.isIntact(changed.contents().get())) {
            inlined.add(changed.contents().get().keySet(), read, line.size());
            history.apply(changed.withoutContents());
        }
    }

    /// A change at the end of the log, which is not durable yet.
    final class Addition implements AutoCloseable {

        private final AppendedFile file;
        private boolean durable;

        private Addition(AppendedFile file) {
            this.file = file;
        }

        /// Appends the change together with new contents.
        ///
        /// @return its index
        int append(UndoEvent.Changed change, Map<String, Bytes> contents) throws HostException {
            synchronized (UndoLog.this) {
                Bytes added = Bytes.of((torn ? "\n" : "") + change.with(contents).line());
                long size = file.append(added);
                if (!torn && size == read + added.size()) {
                    inlined.add(contents.keySet(), read, added.size());
                    history.apply(change);
                    read = size;
                } else {
                    refresh();
                }
                inlined.remember(contents);
                return history.lastIndexOf(change);
            }
        }

        /// Waits until the change and everything before it is durable.
        void await() throws HostException {
            if (!durable) {
                file.sync();
                durable = true;
            }
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
