package dev.deft.sandbox;

import dev.deft.kernel.DirectoryReader;
import dev.deft.kernel.Inotify;
import dev.deft.kernel.MountTable;
import dev.deft.kernel.Syscalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Tells scanned trees which of their directories have changed.
///
/// The kernel queues an event before the call that caused it returns, so whatever an ended command
/// did is in the queue. One inotify instance serves all trees, because a user may have only few.
final class DirectoryWatches {

    /// More directories are compared at each scan instead: a watch takes about 1 KiB of memory of
    /// the kernel.
    static final int MAX_WATCHES = 65_536;

    private static final int EVENTS =
            Inotify.CREATE
                    | Inotify.DELETE
                    | Inotify.MOVED_FROM
                    | Inotify.MOVED_TO
                    | Inotify.ATTRIB
                    | Inotify.DELETE_SELF
                    | Inotify.MOVE_SELF;

    /// The directory of a watch is not where it was.
    private static final int MOVED_AWAY = Inotify.DELETE_SELF | Inotify.MOVE_SELF | Inotify.IGNORED;

    private final Inotify inotify;
    private final MountTable mounts;
    private final int maxWatches;
    private final Set<Feed> feeds = new HashSet<>();
    private final Map<Integer, List<Feed>> byWatch = new HashMap<>();

    DirectoryWatches(int maxWatches) throws IOException {
        this.mounts = new MountTable();
        this.inotify = new Inotify();
        this.maxWatches = maxWatches;
    }

    /// Those of this process; empty where the kernel or the JVM does not allow them.
    static Optional<DirectoryWatches> shared() {
        return Shared.WATCHES;
    }

    private static final class Shared {

        static final Optional<DirectoryWatches> WATCHES = open();

        private static Optional<DirectoryWatches> open() {
            if (!Syscalls.available()) {
                return Optional.empty();
            }
            try {
                return Optional.of(new DirectoryWatches(MAX_WATCHES));
            } catch (IOException _) {
                return Optional.empty();
            }
        }
    }

    /// What has changed since the last time.
    ///
    /// @param lost whether there may be more changes than those listed
    /// @param directories the changed directories, each with the names of the directories in it
    ///   that were created, moved or removed
    record Changes(boolean lost, Map<ScannedNode, Set<String>> directories) {}

    Feed open() {
        var feed = new Feed();
        synchronized (this) {
            feeds.add(feed);
        }
        return feed;
    }

    private void drain() {
        if (mounts.takeChanged()) {
            feeds.forEach(Feed::lose);
        }
        inotify.drain(this::changed);
    }

    private void changed(int watch, int events, byte[] name) {
        if ((events & Inotify.OVERFLOW) != 0) {
            feeds.forEach(Feed::lose);
            return;
        }
        List<Feed> concerned = byWatch.get(watch);
        if (concerned == null) {
            return;
        }
        for (Feed it : concerned) {
            it.changed(watch, events, name);
        }
        if ((events & Inotify.IGNORED) != 0) {
            byWatch.remove(watch);
        }
    }

    /// The changes of one tree. Its directories are [ScannedNode]s, of which only the final fields
    /// are used here: several threads may drain the queue.
    final class Feed implements AutoCloseable {

        private final Map<Integer, List<ScannedNode>> nodes = new HashMap<>();
        private final Set<Integer> unused = new HashSet<>();
        private Map<ScannedNode, Set<String>> pending = new HashMap<>();
        private boolean lost;

        /// Watches an open directory.
        ///
        /// @return whether every later change of it will be noticed
        boolean watch(DirectoryReader reader, int directory, ScannedNode node) {
            if (!LocalFileSystems.contain(reader, directory)) {
                return false;
            }
            synchronized (DirectoryWatches.this) {
                int watch = inotify.watch(directory, EVENTS);
                if (watch < 0) {
                    return false;
                }
                if (node.watch() != watch) {
                    forget(node);
                    node.watch(watch);
                }
                List<ScannedNode> here = nodes.computeIfAbsent(watch, _ -> new ArrayList<>(1));
                if (!here.contains(node)) {
                    here.add(node);
                }
                List<Feed> all = byWatch.computeIfAbsent(watch, _ -> new ArrayList<>(1));
                if (!all.contains(this)) {
                    all.add(this);
                }
                return byWatch.size() <= maxWatches;
            }
        }

        /// Forgets a directory. Its watch stays until [#removeUnused], since a directory that was
        /// only moved keeps it.
        void forget(ScannedNode node) {
            synchronized (DirectoryWatches.this) {
                List<ScannedNode> here = nodes.get(node.watch());
                if (here != null && here.remove(node) && here.isEmpty()) {
                    unused.add(node.watch());
                }
            }
        }

        /// Removes the watches that no directory has.
        void removeUnused() {
            synchronized (DirectoryWatches.this) {
                for (int watch : unused) {
                    if (nodes.getOrDefault(watch, List.of()).isEmpty()) {
                        nodes.remove(watch);
                        release(watch);
                    }
                }
                unused.clear();
            }
        }

        private void release(int watch) {
            List<Feed> all = byWatch.get(watch);
            if (all == null) {
                return;
            }
            all.remove(this);
            if (all.isEmpty()) {
                byWatch.remove(watch);
                inotify.unwatch(watch);
            }
        }

        /// Everything that has happened up to now.
        Changes take() {
            synchronized (DirectoryWatches.this) {
                drain();
                var changes = new Changes(lost, pending);
                lost = false;
                pending = new HashMap<>();
                return changes;
            }
        }

        private void lose() {
            lost = true;
            pending.clear();
        }

        private void changed(int watch, int events, byte[] name) {
            if (lost) {
                return;
            }
            if ((events & Inotify.UNMOUNT) != 0) {
                lose();
                return;
            }
            for (ScannedNode node : nodes.getOrDefault(watch, List.of())) {
                changed(node, events, name);
            }
        }

        private void changed(ScannedNode node, int events, byte[] name) {
            if ((events & MOVED_AWAY) != 0) {
                if (node.parent().isPresent()) {
                    directories(node.parent().get()).add(node.file());
                } else {
                    lose();
                }
            } else if (name.length == 0) {
                directories(node);
            } else if ((events & Inotify.ATTRIB) == 0) {
                Set<String> replaced = directories(node);
                if ((events & Inotify.IS_DIRECTORY) != 0) {
                    replaced.add(new String(name, DirectoryReader.NAMES));
                }
            }
        }

        private Set<String> directories(ScannedNode node) {
            return pending.computeIfAbsent(node, _ -> new HashSet<>());
        }

        @Override
        public void close() {
            synchronized (DirectoryWatches.this) {
                feeds.remove(this);
                if (feeds.isEmpty()) {
                    byWatch.clear();
                    inotify.unwatchAll();
                } else {
                    nodes.keySet().forEach(this::release);
                }
                nodes.clear();
                unused.clear();
                pending.clear();
            }
        }
    }
}
