package dev.deft.os.tree;

import dev.deft.kernel.FileErrno;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The tree of a root together with further directories elsewhere on the machine.
///
/// The only place that opens absolute paths: each goes to the tree of the directory it is in, which
/// opens it beneath its own descriptor. Who closes those trees is up to their owners.
public final class JoinedTree implements Tree {

    private final Tree root;
    private final List<Tree> further;

    /// @param further trees of directories, none inside another one or inside the root
    public JoinedTree(Tree root, List<Tree> further) {
        this.root = root;
        this.further = List.copyOf(further);
    }

    /// A path as the tree of its own directory knows it.
    private record Located(Tree tree, OsPath path) {}

    private Located located(OsPath path) throws KernelException {
        if (!path.isAbsolute()) {
            return new Located(root, path);
        }
        for (Tree tree : further) {
            Optional<OsPath> below = below(tree.realRoot(), path);
            if (below.isPresent()) {
                return new Located(tree, below.get());
            }
        }
        throw new KernelException("open", FileErrno.ENODEV);
    }

    private static Optional<OsPath> below(String directory, OsPath path) {
        if (path.display().equals(directory)) {
            return Optional.of(OsPath.ROOT);
        }
        return path.display().startsWith(directory + "/")
                ? Optional.of(new OsPath(path.display().substring(directory.length() + 1)))
                : Optional.empty();
    }

    @Override
    public boolean holds(OsPath path) {
        return !path.isAbsolute()
                || further.stream().anyMatch(it -> below(it.realRoot(), path).isPresent());
    }

    @Override
    public String realRoot() {
        return root.realRoot();
    }

    @Override
    public Path pinnedRoot() {
        return root.pinnedRoot();
    }

    @Override
    public Optional<FileStatus> look(OsPath path) throws KernelException {
        Located at = located(path);
        return at.tree.look(at.path);
    }

    @Override
    public String linkTarget(OsPath link) throws KernelException {
        Located at = located(link);
        return at.tree.linkTarget(at.path);
    }

    @Override
    public List<Entry> entries(OsPath directory) throws KernelException {
        Located at = located(directory);
        return at.tree.entries(at.path);
    }

    @Override
    public Source open(OsPath file) throws KernelException {
        Located at = located(file);
        return at.tree.open(at.path);
    }

    @Override
    public NewFile create(OsPath file, int permissions) throws KernelException {
        Located at = located(file);
        return at.tree.create(at.path, permissions);
    }

    @Override
    public NewFile append(OsPath file) throws KernelException {
        Located at = located(file);
        return at.tree.append(at.path);
    }

    @Override
    public Optional<LockedFile> tryLock(OsPath file) throws KernelException {
        Located at = located(file);
        return at.tree.tryLock(at.path);
    }

    @Override
    public boolean writable(OsPath file) throws KernelException {
        Located at = located(file);
        return at.tree.writable(at.path);
    }

    @Override
    public void makeDirectory(OsPath directory) throws KernelException {
        Located at = located(directory);
        at.tree.makeDirectory(at.path);
    }

    @Override
    public void makeLink(OsPath link, String target) throws KernelException {
        Located at = located(link);
        at.tree.makeLink(at.path, target);
    }

    @Override
    public void adjust(OsPath path, OptionalInt permissions, OptionalLong modified)
            throws KernelException {
        Located at = located(path);
        at.tree.adjust(at.path, permissions, modified);
    }

    @Override
    public void removeDirectory(OsPath directory) throws KernelException {
        Located at = located(directory);
        at.tree.removeDirectory(at.path);
    }

    @Override
    public void remove(OsPath file) throws KernelException {
        Located at = located(file);
        at.tree.remove(at.path);
    }

    @Override
    public void replace(OsPath target, OsPath with) throws KernelException {
        Located to = located(target);
        to.tree.replace(to.path, sameTree(to, with));
    }

    @Override
    public void move(OsPath from, OsPath to) throws KernelException {
        Located source = located(from);
        source.tree.move(source.path, sameTree(source, to));
    }

    @Override
    public boolean canRename(OsPath from, OsPath to) throws KernelException {
        return located(from).tree.equals(located(to).tree);
    }

    private OsPath sameTree(Located one, OsPath other) throws KernelException {
        Located at = located(other);
        if (!at.tree.equals(one.tree)) {
            throw new KernelException("rename", FileErrno.EXDEV);
        }
        return at.path;
    }

    @Override
    public void sync(OsPath directory) throws KernelException {
        Located at = located(directory);
        at.tree.sync(at.path);
    }

    @Override
    public boolean syncsAtOnce() {
        return root.syncsAtOnce() && further.stream().allMatch(Tree::syncsAtOnce);
    }

    @Override
    public void syncAll() throws KernelException {
        root.syncAll();
        for (Tree tree : further) {
            tree.syncAll();
        }
    }

    @Override
    public void close() {}
}
