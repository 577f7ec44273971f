package dev.deft.os;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.FileAttributes;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A tree for a process that dies at its n-th step: from then on nothing it does reaches the disk,
/// and of the last thing it wrote only half does. The kernel frees its locks.
///
/// If the power fails, files also lose what was not synced, and names stay as they are: the worst
/// case for whatever must be on the disk before a name changes.
final class DyingTree implements Tree {

    /// The process is dead. Code that cleans up after it must not run, and what does fails too.
    static final class Death extends Error {

        private static final long serialVersionUID = 1L;
    }

    private final Tree tree;
    private final Optional<UnsyncedFiles> unsynced;
    private int stepsLeft;

    private DyingTree(Tree tree, int steps, Optional<UnsyncedFiles> unsynced) {
        this.tree = tree;
        this.stepsLeft = steps;
        this.unsynced = unsynced;
    }

    DyingTree(Tree tree, int steps) {
        this(tree, steps, Optional.empty());
    }

    static DyingTree ofPowerFailure(Tree tree, int steps) {
        return new DyingTree(tree, steps, Optional.of(new UnsyncedFiles(tree.realRoot())));
    }

    private void step() {
        if (stepsLeft-- <= 0) {
            if (stepsLeft == -1) {
                unsynced.ifPresent(UnsyncedFiles::lose);
            }
            throw new Death();
        }
    }

    private boolean isDead() {
        return stepsLeft < 0;
    }

    private Bytes whatGetsThrough(Bytes content) {
        if (stepsLeft != 0) {
            return content;
        }
        byte[] half = new byte[content.size() / 2];
        content.buffer().get(half);
        return Bytes.wrap(half);
    }

    @Override
    public String realRoot() {
        return tree.realRoot();
    }

    @Override
    public Optional<FileStatus> look(OsPath path) throws KernelException {
        return tree.look(path);
    }

    @Override
    public String linkTarget(OsPath link) throws KernelException {
        return tree.linkTarget(link);
    }

    @Override
    public List<Entry> entries(OsPath directory) throws KernelException {
        return tree.entries(directory);
    }

    @Override
    public Source open(OsPath file) throws KernelException {
        return tree.open(file);
    }

    @Override
    public NewFile create(OsPath file, int permissions) throws KernelException {
        step();
        return new DyingDraft(file, tree.create(file, permissions));
    }

    @Override
    public NewFile append(OsPath file) throws KernelException {
        step();
        return new DyingDraft(file, tree.append(file));
    }

    @Override
    public Optional<LockedFile> tryLock(OsPath file) throws KernelException {
        step();
        return tree.tryLock(file).map(DyingClaim::new);
    }

    @Override
    public boolean writable(OsPath file) throws KernelException {
        return tree.writable(file);
    }

    @Override
    public void makeDirectory(OsPath directory) throws KernelException {
        step();
        tree.makeDirectory(directory);
    }

    @Override
    public void makeLink(OsPath link, String target) throws KernelException {
        step();
        tree.makeLink(link, target);
    }

    @Override
    public void adjust(OsPath path, OptionalInt permissions, OptionalLong modified)
            throws KernelException {
        step();
        tree.adjust(path, permissions, modified);
    }

    @Override
    public void removeDirectory(OsPath directory) throws KernelException {
        step();
        tree.removeDirectory(directory);
    }

    @Override
    public void remove(OsPath file) throws KernelException {
        step();
        tree.remove(file);
    }

    @Override
    public void replace(OsPath target, OsPath with) throws KernelException {
        step();
        tree.replace(target, with);
        unsynced.ifPresent(it -> it.moved(with, target));
    }

    @Override
    public void move(OsPath from, OsPath to) throws KernelException {
        step();
        tree.move(from, to);
    }

    @Override
    public void sync(OsPath directory) throws KernelException {
        step();
        tree.sync(directory);
    }

    @Override
    public boolean syncsAtOnce() {
        return tree.syncsAtOnce();
    }

    @Override
    public void syncAll() throws KernelException {
        step();
        tree.syncAll();
    }

    @Override
    public void close() {
        tree.close();
    }

    private final class DyingDraft implements NewFile {

        private final OsPath path;
        private final NewFile draft;

        DyingDraft(OsPath path, NewFile draft) throws KernelException {
            this.path = path;
            this.draft = draft;
            if (unsynced.isPresent()) {
                unsynced.get().opened(path, draft.status().size());
            }
        }

        @Override
        public void write(Bytes content) throws KernelException {
            if (!isDead()) {
                draft.write(whatGetsThrough(content));
            }
            step();
        }

        @Override
        public void setAttributes(FileAttributes traits) throws KernelException {
            step();
            draft.setAttributes(traits);
        }

        @Override
        public void startSync() {
            step();
            draft.startSync();
        }

        @Override
        public void sync() throws KernelException {
            step();
            draft.sync();
            if (unsynced.isPresent()) {
                unsynced.get().synced(path, draft.status().size());
            }
        }

        @Override
        public FileStatus status() throws KernelException {
            return draft.status();
        }

        @Override
        public void close() {
            draft.close();
        }
    }

    private final class DyingClaim implements LockedFile {

        private final LockedFile claim;

        DyingClaim(LockedFile claim) {
            this.claim = claim;
        }

        @Override
        public Bytes content() throws KernelException {
            return claim.content();
        }

        @Override
        public void append(Bytes content) throws KernelException {
            if (!isDead()) {
                claim.append(whatGetsThrough(content));
            }
            step();
        }

        @Override
        public void sync() throws KernelException {
            step();
            claim.sync();
        }

        @Override
        public void close() {
            claim.close();
        }
    }
}
