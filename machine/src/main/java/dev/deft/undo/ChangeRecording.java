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
import java.util.stream.Stream;

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
    ///
    /// @return removes the change from the log again
    synchronized ChangeRecorder.Receipt record(
            int turn, String callId, List<FileChange> changes, List<String> directories)
            throws IOException {
        Set<FileChange> dropped = tooMuch(changes);
        if (!dropped.isEmpty()) {
            recordTooLarge(turn, callId, changes.stream().filter(dropped::contains).toList());
        }
        List<FileChange> kept = changes.stream().filter(it -> !dropped.contains(it)).toList();
        if (kept.isEmpty()) {
            return () -> {};
        }
        int number = log.append(UndoEvent.Changed.of(turn, callId, steps(kept), directories));
        makeRoom(number);
        return () -> log.append(new UndoEvent.Dropped(List.of(number)));
    }

    /// The largest changes, which are left out so that the others fit.
    private Set<FileChange> tooMuch(List<FileChange> changes) {
        Set<FileChange> dropped = Collections.newSetFromMap(new IdentityHashMap<>());
        long bytes = changes.stream().mapToLong(ChangeRecording::size).sum();
        int paths = changes.size();
        if (bytes <= mostBytes && paths <= MOST_PATHS) {
            return dropped;
        }
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

    private static long size(FileChange change) {
        return contents(change).mapToLong(FileContent::size).sum();
    }

    private static Stream<FileContent> contents(FileChange change) {
        return Stream.of(change.before(), change.after()).flatMap(it -> it.content().stream());
    }

    private List<FileStep> steps(List<FileChange> changes) throws IOException {
        List<FileContent> all = changes.stream().flatMap(ChangeRecording::contents).toList();
        Iterator<String> names = contents.keep(all).iterator();
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
        long bytes = changes.stream().mapToLong(ChangeRecording::size).sum();
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
