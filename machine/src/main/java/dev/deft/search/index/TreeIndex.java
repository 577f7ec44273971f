package dev.deft.search.index;

import dev.deft.kernel.Errno;
import dev.deft.kernel.Inotify;
import dev.deft.search.glob.Glob;
import dev.deft.search.glob.Ignore;
import dev.deft.search.glob.IgnoreRules;
import dev.deft.search.glob.OuterRules;
import dev.deft.search.index.IndexedFolder.IndexedFile;
import dev.deft.search.walk.DirectoryEntries;
import dev.deft.search.walk.Folder;
import dev.deft.search.walk.Level;
import dev.deft.search.walk.NativeDisk;
import dev.deft.search.walk.Worker;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// All files that are neither hidden nor ignored, kept up to date by watching every directory.
///
/// A directory is watched before it is listed, and the bitmap of a file is computed after that, so
/// every later change is in the event queue of the watch. [#refresh] processes the queue before
/// each query. Changes that cannot be applied one by one (changed ignore rules, an overflow of the
/// queue) make the index [#broken], and a broken index answers no queries. Guarded by the lock of
/// its [IndexUpdater].
///
/// It does not notice writes through a memory mapping until the writer closes the file, nor writes
/// through a hard link made outside the root after the file was indexed.
final class TreeIndex implements AutoCloseable {

    private static final int DEEPEST = 400;
    private static final int UNWATCHED = -1;

    private final OuterRules outer;
    private final Inotify inotify;
    private final Map<Integer, IndexedFolder> watched = new HashMap<>();
    private final Set<Integer> ruleWatches = new HashSet<>();
    private final IndexedFolder top;
    private final Object rootKey;
    private boolean broken;
    private boolean changed = true;

    /// A name in a directory that an event reported.
    private record ChangedName(IndexedFolder folder, Name name) {}

    /// Bytes that can be compared.
    @SuppressWarnings("ArrayRecordComponent")
    private record Name(byte[] bytes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Name that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    TreeIndex(OuterRules outer, Inotify inotify, Worker worker, Folder root, Pace pace)
            throws IOException {
        this.outer = outer;
        this.inotify = inotify;
        this.rootKey = worker.disk().stat(root, new byte[0]).key();
        this.top = scan(worker, root, outer.prefix(), outer.ignore(), pace, 0);
    }

    /// Whether this index can no longer be kept up to date.
    boolean broken() {
        return broken;
    }

    IndexedFolder top() {
        return top;
    }

    /// Whether files without a bitmap may have appeared since the last call.
    boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    private IndexedFolder scan(
            Worker worker, Folder folder, byte[] path, Ignore rules, Pace pace, int depth)
            throws IOException {
        int watch = inotify.watch(NativeDisk.descriptor(folder));
        if (watch == -Errno.ENOENT && depth > 0) {
            return unknown(path, rules);
        }
        if (watch < 0 || depth > DEEPEST || !pace.goOn()) {
            throw new IOException("the tree cannot be watched");
        }
        try {
            worker.disk().list(folder, worker.listing());
        } catch (NoSuchFileException e) {
            if (depth == 0) {
                throw e;
            }
            return unknown(path, rules);
        }
        IgnoreRules linked = depth == 0 ? outer.exclude() : IgnoreRules.EMPTY;
        Level level = Level.of(worker, folder, path, rules, linked);
        var node = new IndexedFolder(path, watch, level.ignore(), true);
        watched.put(watch, node);
        List<byte[]> below = new ArrayList<>();
        DirectoryEntries listing = worker.listing();
        for (int i = 0; i < listing.size(); i++) {
            byte[] name = listing.name(i);
            if (Level.isGit(name)
                    && depth > 0
                    && listing.type(i) == DirectoryEntries.Type.DIRECTORY) {
                watchRules(worker, folder, name);
            }
            boolean directory = listing.type(i) == DirectoryEntries.Type.DIRECTORY;
            if (!wanted(node, name, directory)) {
                continue;
            }
            if (directory) {
                below.add(name);
            } else if (listing.type(i) == DirectoryEntries.Type.FILE) {
                node.add(new IndexedFile(node.child(name)));
            }
        }
        for (byte[] name : below) {
            node.folders.add(scanChild(worker, folder, node, name, pace, depth + 1));
        }
        return node;
    }

    /// A directory that cannot be read, or was removed since its parent was listed: the events of
    /// the parent, which is watched already, will report that.
    private static IndexedFolder unknown(byte[] path, Ignore rules) {
        return new IndexedFolder(path, UNWATCHED, rules, false);
    }

    private IndexedFolder scanChild(
            Worker worker, Folder parent, IndexedFolder node, byte[] name, Pace pace, int depth)
            throws IOException {
        byte[] full = node.child(name);
        byte[] path = Arrays.copyOf(full, full.length + 1);
        path[full.length] = '/';
        Folder folder;
        try {
            folder = worker.open(parent, name);
        } catch (IOException _) {
            return unknown(path, node.ignore);
        }
        try {
            return scan(worker, folder, path, node.ignore, pace, depth);
        } finally {
            worker.disk().release(folder);
        }
    }

    /// Watches the excludes of a repository inside the tree.
    private void watchRules(Worker worker, Folder folder, byte[] git) throws IOException {
        Folder repository = worker.open(folder, git);
        try {
            Folder info = worker.open(repository, Glob.bytes("info"));
            ruleWatches.add(inotify.watch(NativeDisk.descriptor(info)));
            worker.disk().release(info);
        } catch (NoSuchFileException _) {
            // Without this directory there are no excludes.
        } finally {
            worker.disk().release(repository);
        }
    }

    private static boolean wanted(IndexedFolder node, byte[] name, boolean directory) {
        if (name[0] == '.') {
            return false;
        }
        return !node.ignore.excludes(node.child(name), node.path.length, directory);
    }

    /// Applies all changes until now.
    void refresh(Worker worker, Folder root, OuterRules now, Pace pace) throws IOException {
        Map<ChangedName, Boolean> names = new LinkedHashMap<>();
        inotify.drain((watch, mask, name) -> collect(watch, mask, name, names));
        broken |= !outer.sameAs(now);
        broken |= !worker.disk().stat(root, new byte[0]).key().equals(rootKey);
        for (ChangedName one : names.keySet()) {
            if (!broken && one.folder.alive) {
                changed = true;
                update(worker, root, one.folder, one.name.bytes, pace);
            }
        }
    }

    private void collect(int watch, int mask, byte[] name, Map<ChangedName, Boolean> names) {
        IndexedFolder folder = watched.get(watch);
        if ((mask & Inotify.OVERFLOW) != 0 || ruleWatches.contains(watch)) {
            broken = true;
        } else if ((mask & Inotify.IGNORED) != 0) {
            watched.remove(watch);
        } else if (folder == null) {
            return;
        } else if (name.length == 0) {
            int gone = Inotify.DELETE_SELF | Inotify.MOVE_SELF | Inotify.UNMOUNT;
            broken |= folder == top && (mask & gone) != 0;
        } else if (Level.isRuleFile(name)) {
            broken = true;
        } else if (name[0] != '.') {
            names.put(new ChangedName(folder, new Name(name)), true);
        }
    }

    /// Checks what `name` is now and updates the index.
    private void update(Worker worker, Folder root, IndexedFolder folder, byte[] name, Pace pace)
            throws IOException {
        folder.folder(name).ifPresent(it -> remove(folder, it));
        Folder parent;
        try {
            parent = worker.disk().openPath(root, folder.path, outer.prefix().length);
        } catch (NoSuchFileException | NotDirectoryException | FileSystemLoopException _) {
            // The directory was removed, which the events of its parent report.
            folder.file(name).ifPresent(folder::remove);
            return;
        }
        try {
            DirectoryEntries.Type type = typeOf(worker, parent, name);
            boolean directory = type == DirectoryEntries.Type.DIRECTORY;
            boolean wanted = wanted(folder, name, directory);
            if (directory && wanted) {
                folder.folders.add(scanChild(worker, parent, folder, name, pace, 1));
            }
            Optional<IndexedFile> known = folder.file(name);
            if (type != DirectoryEntries.Type.FILE || !wanted) {
                known.ifPresent(folder::remove);
            } else if (known.isPresent()) {
                folder.invalidate(known.get());
            } else {
                folder.add(new IndexedFile(folder.child(name)));
            }
        } finally {
            worker.disk().release(parent);
        }
    }

    private static DirectoryEntries.Type typeOf(Worker worker, Folder parent, byte[] name)
            throws IOException {
        try {
            return worker.disk().stat(parent, name).type();
        } catch (NoSuchFileException _) {
            return DirectoryEntries.Type.OTHER;
        }
    }

    private void remove(IndexedFolder parent, IndexedFolder folder) {
        parent.folders.remove(folder);
        removeBelow(folder);
    }

    private void removeBelow(IndexedFolder folder) {
        folder.alive = false;
        folder.files.forEach(it -> it.alive = false);
        if (watched.remove(folder.watch, folder)) {
            inotify.unwatch(folder.watch);
        }
        folder.folders.forEach(this::removeBelow);
    }

    @Override
    public void close() {
        inotify.close();
    }
}
