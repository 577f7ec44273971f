package dev.deft.undo;

import dev.deft.undo.UndoEvent.Changed;
import dev.deft.undo.UndoEvent.Dropped;
import dev.deft.undo.UndoEvent.FileStep;
import dev.deft.undo.UndoEvent.Item;
import dev.deft.undo.UndoEvent.Redone;
import dev.deft.undo.UndoEvent.TooLarge;
import dev.deft.undo.UndoEvent.Undone;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The state that the events of the log add up to: the changes, and the state of each of their
/// files.
///
/// For each path, changes in force precede undone ones: a new change of a path supersedes its
/// undone changes.
final class History {

    private final List<Changed> changes = new ArrayList<>();
    private final List<TooLarge> tooLarge = new ArrayList<>();
    private final Map<Item, UndoState> standings = new HashMap<>();
    private final Map<Item, FileStep> steps = new HashMap<>();

    /// The undone items. There are few of them, and every new change needs them.
    private final Set<Item> undone = new LinkedHashSet<>();

    private long mostBytes;

    /// The size of the contents of all changes, each as often as it occurs.
    long mostBytes() {
        return mostBytes;
    }

    History copy() {
        var copy = new History();
        copy.mostBytes = mostBytes;
        copy.changes.addAll(changes);
        copy.tooLarge.addAll(tooLarge);
        copy.standings.putAll(standings);
        copy.steps.putAll(steps);
        copy.undone.addAll(undone);
        return copy;
    }

    void apply(UndoEvent event) {
        switch (event) {
            case Changed changed -> add(changed);
            case TooLarge one -> tooLarge.add(one);
            case Undone(List<Item> items) -> set(items, UndoState.UNDONE);
            case Redone(List<Item> items) -> set(items, UndoState.IN_FORCE);
            case Dropped(List<Integer> numbers) ->
                    set(numbers.stream().flatMap(this::items).toList(), UndoState.DROPPED);
        }
    }

    private void add(Changed changed) {
        if (!undone.isEmpty()) {
            var paths = new HashSet<String>();
            changed.files().forEach(it -> paths.add(it.path()));
            List<Item> passed = undone.stream().filter(it -> paths.contains(it.path())).toList();
            passed.forEach(it -> set(whole(it), UndoState.SUPERSEDED));
        }
        int number = changes.size();
        changes.add(changed);
        for (FileStep file : changed.files()) {
            var item = new Item(number, file.path());
            standings.put(item, UndoState.IN_FORCE);
            steps.put(item, file);
            mostBytes += bytes(file.before()) + bytes(file.after());
        }
    }

    private static long bytes(ChangeSide side) {
        return side.content().isPresent() ? ContentStore.size(side.content().get()) : 0;
    }

    private void set(List<Item> items, UndoState standing) {
        for (Item item : items) {
            if (standings.replace(item, standing) == null) {
                continue;
            }
            if (standing == UndoState.UNDONE) {
                undone.add(item);
            } else {
                undone.remove(item);
            }
        }
    }

    List<Changed> changes() {
        return List.copyOf(changes);
    }

    int lastIndexOf(Changed change) {
        return changes.lastIndexOf(change);
    }

    List<TooLarge> tooLarge() {
        return List.copyOf(tooLarge);
    }

    UndoState standing(Item item) {
        return standings.getOrDefault(item, UndoState.DROPPED);
    }

    /// The files of one change; none if there is no such change.
    private Stream<Item> items(int change) {
        return change < 0 || change >= changes.size()
                ? Stream.empty()
                : changes.get(change).files().stream().map(it -> new Item(change, it.path()));
    }

    private Stream<Item> all() {
        return IntStream.range(0, changes.size()).boxed().flatMap(this::items);
    }

    private List<Item> items(String path, UndoState standing) {
        return all().filter(it -> it.path().equals(path) && standing(it) == standing).toList();
    }

    /// An item and, if it is part of a move, the other part.
    private List<Item> whole(Item item) {
        return changes.get(item.change()).isMove() ? items(item.change()).toList() : List.of(item);
    }

    int turn(Item item) {
        return changes.get(item.change()).turn();
    }

    OptionalInt lastTurnInForce() {
        return turns(UndoState.IN_FORCE).max();
    }

    OptionalInt firstTurnUndone() {
        return turns(UndoState.UNDONE).min();
    }

    private IntStream turns(UndoState standing) {
        return all().filter(it -> standing(it) == standing).mapToInt(this::turn);
    }

    List<Item> ofTurn(int turn, UndoState standing) {
        return all().filter(it -> turn(it) == turn && standing(it) == standing).toList();
    }

    List<Item> lastInForce(String path) {
        List<Item> items = items(path, UndoState.IN_FORCE);
        return items.isEmpty() ? List.of() : whole(items.getLast());
    }

    List<Item> firstUndone(String path) {
        List<Item> items = items(path, UndoState.UNDONE);
        return items.isEmpty() ? List.of() : whole(items.getFirst());
    }

    /// The combined effect of the items on each path.
    List<FileStep> net(List<Item> items) {
        var steps = new LinkedHashMap<String, FileStep>();
        items.forEach(item ->
                steps.merge(
                        item.path(),
                        step(item),
                        (first, last) -> new FileStep(first.path(), first.before(), last.after())));
        return List.copyOf(steps.values());
    }

    /// The combined effect of the matching items on each path.
    List<FileStep> net(Predicate<Item> wanted) {
        return net(all().filter(wanted).toList());
    }

    /// The directories that were created for the files of some items.
    List<String> directories(List<Item> items) {
        return items.stream()
                .map(it -> changes.get(it.change()))
                .distinct()
                .flatMap(it -> it.directories().orElse(List.of()).stream())
                .distinct()
                .toList();
    }

    private FileStep step(Item item) {
        return Optional.ofNullable(steps.get(item)).orElseThrow();
    }

    boolean isKept(int change) {
        return items(change).anyMatch(it -> standing(it) != UndoState.DROPPED);
    }

    /// The names of all contents that are still needed.
    Set<String> contents() {
        var contents = new HashSet<String>();
        for (int change = 0; change < changes.size(); change++) {
            if (isKept(change)) {
                for (FileStep file : changes.get(change).files()) {
                    file.before().content().ifPresent(contents::add);
                    file.after().content().ifPresent(contents::add);
                }
            }
        }
        return contents;
    }
}
