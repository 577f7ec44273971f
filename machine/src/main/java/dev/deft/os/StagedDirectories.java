package dev.deft.os;

import static dev.deft.kernel.Errno.ENOENT;
import static dev.deft.kernel.FileErrno.EEXIST;
import static dev.deft.kernel.FileErrno.ENOTEMPTY;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.WorkspacePath;
import dev.deft.kernel.KernelException;
import dev.deft.os.state.StateHome;
import dev.deft.os.tree.FileErrorMessages;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Lets whole directories appear at once: they are filled under another name beside their place,
/// and then renamed.
///
/// What a killed process left behind is removed before the next one is staged: a locked file below
/// `.deft` names each of them.
public final class StagedDirectories {

    private static final OsPath RECORDS = StateHome.DIRECTORY.child("staged");
    private static final String PREFIX = ".deft-staged-";

    private final Tree tree;
    private final StateHome home;
    private final Supplier<String> ids;

    /// @param ids generates names
    StagedDirectories(Tree tree, StateHome home, Supplier<String> ids) {
        this.tree = tree;
        this.home = home;
        this.ids = ids;
    }

    /// Prepares a directory; missing parents are created.
    ///
    /// @param place where it will be; nothing, or an empty directory
    /// @throws HostException with [ErrorCode#CONFLICT] if something is there
    public Staged stage(WorkspacePath place) throws HostException {
        var target = new OsPath(place.display());
        if (target.isAbsolute()) {
            throw new HostException(
                    ErrorCode.CAPABILITY_DENIED,
                    "%s is in a further directory, and this works in the workspace itself only. Name a path in the workspace."
                            .formatted(target.display()));
        }
        requireFree(target);
        try {
            home.make();
            home.make(RECORDS);
            sweep();
            return staged(target);
        } catch (KernelException e) {
            throw FileErrorMessages.changing(e, target.display());
        }
    }

    private void requireFree(OsPath target) throws HostException {
        try {
            if (target.isRoot() || (tree.look(target).isPresent() && !isEmpty(target))) {
                throw taken(target);
            }
        } catch (KernelException e) {
            throw FileErrorMessages.changing(e, target.display());
        }
    }

    private boolean isEmpty(OsPath target) throws KernelException {
        return tree.look(target).filter(it -> it.isDirectory()).isPresent()
                && tree.entries(target).isEmpty();
    }

    private static HostException taken(OsPath target) {
        return new HostException(
                ErrorCode.CONFLICT,
                "%s exists and is not an empty directory; nothing was changed. Name a path that is free."
                        .formatted(target.display()));
    }

    private Staged staged(OsPath target) throws KernelException, HostException {
        String name = PREFIX + ids.get();
        OsPath record = RECORDS.child(name);
        Optional<Tree.LockedFile> lock = tree.tryLock(record);
        if (lock.isEmpty()) {
            throw new HostException(
                    ErrorCode.CONFLICT, "Another call prepares the same directory. Try again.");
        }
        OsPath directory = target.parent().child(name);
        var staged = new Staged(target, directory, record, lock.get());
        boolean ready = false;
        try {
            lock.get().append(Bytes.of(directory.display()));
            lock.get().sync();
            staged.makeParents(target.parent());
            tree.makeDirectory(directory);
            ready = true;
            return staged;
        } finally {
            if (!ready) {
                staged.close();
            }
        }
    }

    /// Removes what processes left behind that no longer hold the lock.
    private void sweep() throws KernelException {
        for (Tree.Entry entry : tree.entries(RECORDS)) {
            OsPath record = RECORDS.child(entry.name());
            Optional<Tree.LockedFile> lock = tree.tryLock(record);
            if (lock.isPresent()) {
                try (Tree.LockedFile abandoned = lock.get()) {
                    String path = abandoned.content().text(StandardCharsets.UTF_8);
                    if (path.equals(entry.name()) || path.endsWith("/" + entry.name())) {
                        removeTree(new OsPath(path));
                    }
                    tree.remove(record);
                }
            }
        }
    }

    private void removeTree(OsPath path) throws KernelException {
        try {
            if (tree.look(path).filter(it -> it.isDirectory()).isEmpty()) {
                tree.remove(path);
                return;
            }
            for (Tree.Entry entry : tree.entries(path)) {
                removeTree(path.child(entry.name()));
            }
            tree.removeDirectory(path);
        } catch (KernelException e) {
            if (e.errno() != ENOENT) {
                throw e;
            }
        }
    }

    /// A directory that is being filled.
    public final class Staged implements AutoCloseable {

        private final OsPath target;
        private final OsPath directory;
        private final OsPath record;
        private final Tree.LockedFile lock;
        private final List<OsPath> parents = new ArrayList<>();
        private boolean closed;

        private Staged(OsPath target, OsPath directory, OsPath record, Tree.LockedFile lock) {
            this.target = target;
            this.directory = directory;
            this.record = record;
            this.lock = lock;
        }

        /// Its temporary path, relative to the root. It is an empty directory.
        public String path() {
            return directory.display();
        }

        private void makeParents(OsPath parent) throws KernelException {
            if (parent.isRoot() || tree.look(parent).isPresent()) {
                return;
            }
            makeParents(parent.parent());
            tree.makeDirectory(parent);
            parents.add(parent);
        }

        /// Gives it its place.
        ///
        /// @throws HostException with [ErrorCode#CONFLICT] if something is there by now
        public synchronized void publish() throws HostException {
            if (closed) {
                throw new HostException(ErrorCode.ABORTED, "The call has ended.");
            }
            try {
                if (tree.look(target).isPresent()) {
                    tree.removeDirectory(target);
                }
                tree.move(directory, target);
                parents.clear();
                tree.sync(target.parent());
            } catch (KernelException e) {
                boolean taken = e.errno() == ENOTEMPTY || e.errno() == EEXIST;
                throw taken ? taken(target) : FileErrorMessages.changing(e, target.display());
            }
        }

        /// Removes what was not published, also the parents that were created for it.
        @Override
        public synchronized void close() throws HostException {
            if (closed) {
                return;
            }
            closed = true;
            try (lock) {
                removeTree(directory);
                for (OsPath parent : parents.reversed()) {
                    removeIfEmpty(parent);
                }
                tree.remove(record);
            } catch (KernelException e) {
                throw FileErrorMessages.changing(e, directory.display());
            }
        }

        private void removeIfEmpty(OsPath parent) throws KernelException {
            try {
                tree.removeDirectory(parent);
            } catch (KernelException e) {
                if (e.errno() != ENOTEMPTY && e.errno() != ENOENT) {
                    throw e;
                }
            }
        }
    }
}
