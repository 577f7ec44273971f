package dev.deft.search.walk;

import dev.deft.search.glob.Glob;
import dev.deft.search.glob.Ignore;
import dev.deft.search.glob.IgnoreRules;
import dev.deft.search.glob.OuterRules;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// One walk over a tree by several threads, each of which calls [#work] with its own worker and
/// visitor.
public final class Walk {

    private static final int ENTRIES_BETWEEN_CHECKS = 16;

    private final Glob glob;
    private final OuterRules outer;
    private final Budget budget;
    private final WorkStack<Task> tasks = new WorkStack<>();
    private final AtomicInteger unreadable = new AtomicInteger();
    private final Consumer<byte[]> notReached;

    /// A directory to open in `parent`; the task holds a reference to it.
    @SuppressWarnings("ArrayRecordComponent")
    private record Task(Folder parent, byte[] path, int name, Ignore ignore, long[] state) {}

    /// @param notReached receives the paths of directories that were not walked before the time was
    ///   up
    public Walk(Glob glob, OuterRules outer, Budget budget, Consumer<byte[]> notReached) {
        this.notReached = notReached;
        this.glob = glob;
        this.outer = outer;
        this.budget = budget;
    }

    /// How many directories could not be opened or listed.
    public int unreadable() {
        return unreadable.get();
    }

    /// Descends from the root to `path`, applies the rules on the way, and starts the walk there.
    /// If `path` is a file, it is visited whatever the rules say.
    public void begin(Worker worker, byte[][] path, Visitor visitor) throws IOException {
        Folder held = worker.disk().root();
        try {
            Level level = top(worker, held);
            for (int i = 0; i < path.length; i++) {
                byte[] full = level.child(path[i]);
                boolean last = i == path.length - 1;
                if (last
                        && worker.disk().stat(held, path[i]).type() == DirectoryEntries.Type.FILE) {
                    visitor.file(worker, held, full, level.path().length);
                    return;
                }
                Folder next = worker.open(held, path[i]);
                worker.disk().release(held);
                held = next;
                level = enter(worker, held, full, level.ignore());
            }
            entries(worker, level, glob.start(), visitor);
        } finally {
            worker.disk().release(held);
        }
    }

    private Level top(Worker worker, Folder root) throws IOException {
        worker.disk().list(root, worker.listing());
        return Level.of(worker, root, outer.prefix(), outer.ignore(), outer.exclude());
    }

    private Level enter(Worker worker, Folder folder, byte[] full, Ignore rules)
            throws IOException {
        byte[] path = Arrays.copyOf(full, full.length + 1);
        path[full.length] = '/';
        worker.disk().list(folder, worker.listing());
        return Level.of(worker, folder, path, rules, IgnoreRules.EMPTY);
    }

    /// Runs tasks until none is left or the budget is used up.
    public void work(Worker worker, Visitor visitor) throws InterruptedException {
        while (!budget.over()) {
            Optional<Task> task = tasks.take();
            if (task.isEmpty()) {
                return;
            }
            try {
                directory(worker, task.get(), visitor);
            } finally {
                tasks.finished();
            }
        }
        abandon(worker);
    }

    /// Drops the remaining tasks, so that nobody waits for them.
    public void abandon(Worker worker) {
        for (Task task : tasks.abandon()) {
            worker.disk().release(task.parent());
            notReached.accept(task.path());
        }
    }

    private void directory(Worker worker, Task task, Visitor visitor) {
        Folder folder;
        byte[] name = Arrays.copyOfRange(task.path(), task.name(), task.path().length);
        try {
            folder = worker.open(task.parent(), name);
        } catch (IOException _) {
            unreadable.incrementAndGet();
            return;
        } finally {
            worker.disk().release(task.parent());
        }
        try {
            Level level = enter(worker, folder, task.path(), task.ignore());
            entries(worker, level, task.state(), visitor);
        } catch (IOException _) {
            unreadable.incrementAndGet();
        } finally {
            worker.disk().release(folder);
        }
    }

    private void entries(Worker worker, Level level, long[] state, Visitor visitor) {
        DirectoryEntries listing = worker.listing();
        for (int i = 0; i < listing.size(); i++) {
            if (i % ENTRIES_BETWEEN_CHECKS == 0 && budget.over()) {
                notReached.accept(level.path());
                return;
            }
            byte[] name = listing.name(i);
            if (!Level.isGit(name)) {
                entry(worker, level, name, listing.type(i), state, visitor);
            }
        }
    }

    private void entry(
            Worker worker,
            Level level,
            byte[] entry,
            DirectoryEntries.Type type,
            long[] state,
            Visitor visitor) {
        boolean shown = glob.accepts(state, entry, 0);
        boolean directory = type == DirectoryEntries.Type.DIRECTORY;
        long[] inside = directory ? glob.descend(state, entry, 0) : Glob.NOWHERE;
        if (!shown && inside.length == 0) {
            return;
        }
        byte[] path = level.child(entry);
        int name = level.path().length;
        if (level.ignore().excludes(path, name, directory)) {
            return;
        }
        if (shown && type == DirectoryEntries.Type.FILE) {
            visitor.file(worker, level.folder(), path, name);
        } else if (shown) {
            visitor.other(worker, level.folder(), path, name, type);
        }
        if (inside.length > 0) {
            level.folder().retain();
            tasks.push(new Task(level.folder(), path, name, level.ignore(), inside));
        }
    }
}
