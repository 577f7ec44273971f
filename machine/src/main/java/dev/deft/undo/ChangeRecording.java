package dev.deft.undo;

import dev.deft.os.DisplayPaths;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.FileChange;
import dev.deft.os.change.FileState;
import dev.deft.os.tree.FileContent;
import dev.deft.undo.UndoEvent.FileStep;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Adds changes to the undo store, within its size limit.
final class ChangeRecording {

    /// How many paths of one call are stored.
    private static final int MOST_PATHS = 20_000;

    private final UndoLog log;
    private final ContentStore contents;
    private final long mostBytes;
    private final Consumer<String> notices;

    ChangeRecording(UndoLog log, ContentStore contents, long mostBytes, Consumer<String> notices) {
        this.log = log;
        this.contents = contents;
        this.mostBytes = mostBytes;
        this.notices = notices;
    }

    long mostBytes() {
        return mostBytes;
    }

    /// Stores the contents and appends the change. If they exceed the limit, the largest files are
    /// left out, and a notice says so.
    synchronized ChangeRecorder.Receipt record(
            int turn, String callId, List<FileChange> changes, List<String> directories)
            throws IOException {
        List<FileChange> kept = fitting(turn, callId, changes);
        if (kept.isEmpty()) {
            return ChangeRecorder.Receipt.NOTHING;
        }
        UndoLog.Addition addition = log.begin();
        boolean recorded = false;
        try {
            ContentStore.Named named = contents.keep(contents(kept));
            List<FileStep> steps = steps(kept, named.names().iterator());
            int number =
                    addition.append(
                            UndoEvent.Changed.of(turn, callId, steps, directories),
                            named.inlined());
            makeRoom(number);
            recorded = true;
            return new Recorded(log, addition, number);
        } finally {
            if (!recorded) {
                addition.close();
            }
        }
    }

    /// A change in the log that has not happened yet.
    private record Recorded(UndoLog log, UndoLog.Addition addition, int number)
            implements ChangeRecorder.Receipt {

        @Override
        public void await() throws IOException {
            addition.await();
        }

        @Override
        public void withdraw() throws IOException {
            log.append(new UndoEvent.Dropped(List.of(number)));
        }

        @Override
        public void close() {
            addition.close();
        }
    }

    private List<FileChange> fitting(int turn, String callId, List<FileChange> changes)
            throws IOException {
        if (total(changes) <= mostBytes && changes.size() <= MOST_PATHS) {
            return changes;
        }
        Set<FileChange> dropped = tooMuch(changes);
        recordTooLarge(turn, callId, changes.stream().filter(dropped::contains).toList());
        return changes.stream().filter(it -> !dropped.contains(it)).toList();
    }

    /// The largest changes, which are left out so that the others fit.
    private Set<FileChange> tooMuch(List<FileChange> changes) {
        Set<FileChange> dropped = Collections.newSetFromMap(new IdentityHashMap<>());
        long bytes = total(changes);
        int paths = changes.size();
        Comparator<FileChange> bySize = Comparator.comparingLong(ChangeRecording::size);
        for (FileChange change : changes.stream().sorted(bySize.reversed()).toList()) {
            if (bytes <= mostBytes && paths <= MOST_PATHS) {
                break;
            }
            dropped.add(change);
            bytes -= size(change);
            paths--;
        }
        return dropped;
    }

    private static long total(List<FileChange> changes) {
        long bytes = 0;
        for (FileChange change : changes) {
            bytes += size(change);
        }
        return bytes;
    }

    private static long size(FileChange change) {
        return size(change.before()) + size(change.after());
    }

    private static long size(FileState state) {
        return state.content().isPresent() ? state.content().get().size() : 0;
    }

    private static List<FileContent> contents(List<FileChange> changes) {
        List<FileContent> all = new ArrayList<>();
        for (FileChange change : changes) {
            change.before().content().ifPresent(all::add);
            change.after().content().ifPresent(all::add);
        }
        return all;
    }

    private static List<FileStep> steps(List<FileChange> changes, Iterator<String> names) {
        var steps = new ArrayList<FileStep>();
        for (FileChange change : changes) {
            ChangeSide before = side(change.before(), names);
            steps.add(new FileStep(change.path(), before, side(change.after(), names)));
        }
        return steps;
    }

    private static ChangeSide side(FileState state, Iterator<String> names) {
        return ChangeSide.of(
                state, state.content().isPresent() ? Optional.of(names.next()) : Optional.empty());
    }

    void recordTooLarge(int turn, String callId, List<FileChange> changes) throws IOException {
        log.append(
                changes.stream()
                        .map(it -> new UndoEvent.TooLarge(turn, callId, it.path(), size(it)))
                        .toList());
        long bytes = total(changes);
        String names = DisplayPaths.of(changes.stream().map(FileChange::path).toList());
        notices.accept(unkept(names, changes.size(), bytes));
    }

    void recordTooLarge(int turn, String callId, String path, long size) throws IOException {
        log.append(new UndoEvent.TooLarge(turn, callId, path, size));
        notices.accept(unkept(path, 1, size));
    }

    private static String unkept(String names, int count, long bytes) {
        return "The change of %s cannot be undone: %s %d bytes do not fit into the undo store."
                .formatted(names, count == 1 ? "its" : "their", bytes);
    }

    /// Drops the oldest changes until the rest fits; the newest one is always kept.
    private void makeRoom(int newest) throws IOException {
        if (log.mostBytes() <= mostBytes) {
            return;
        }
        History history = log.history();
        if (total(history) <= mostBytes) {
            return;
        }
        List<Integer> kept = IntStream.range(0, newest).filter(history::isKept).boxed().toList();
        var dropped = new ArrayList<Integer>();
        for (int number : kept) {
            dropped.add(number);
            history.apply(new UndoEvent.Dropped(List.of(number)));
            if (total(history) <= mostBytes) {
                break;
            }
        }
        log.append(new UndoEvent.Dropped(dropped));
        contents.retain(history.contents());
        notices.accept(
                "The %d oldest changes can no longer be undone: the undo store of the session is full (%d bytes)."
                        .formatted(dropped.size(), mostBytes));
    }

    private static long total(History history) {
        return history.contents().stream().mapToLong(ContentStore::size).sum();
    }
}
