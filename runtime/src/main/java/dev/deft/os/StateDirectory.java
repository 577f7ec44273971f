package dev.deft.os;

import static dev.deft.kernel.Errno.ENOENT;
import static dev.deft.kernel.FileErrors.EEXIST;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.kernel.KernelException;
import java.util.List;
import java.util.Optional;

/// A flat directory below `.deft`, made when something is first kept in it.
public final class StateDirectory {

    private static final String UNFINISHED = ".tmp";

    private final Tree tree;
    private final StateHome home;
    private final OsPath directory;

    StateDirectory(Tree tree, StateHome home, OsPath directory) {
        this.tree = tree;
        this.home = home;
        this.directory = directory;
    }

    public StateDirectory child(String name) {
        return new StateDirectory(tree, home, directory.child(name));
    }

    /// The names of what is kept here.
    public List<String> names() throws HostException {
        try {
            return tree.entries(directory).stream()
                    .map(Tree.Entry::name)
                    .filter(it -> !it.endsWith(UNFINISHED))
                    .sorted()
                    .toList();
        } catch (KernelException e) {
            if (e.errno() == ENOENT) {
                return List.of();
            }
            throw home.problem(e);
        }
    }

    /// What is kept under a name.
    public Optional<Bytes> read(String name) throws HostException {
        return readFrom(name, 0);
    }

    /// What is kept under a name from a position on.
    public Optional<Bytes> readFrom(String name, long position) throws HostException {
        try (Tree.Source source = tree.open(directory.child(name))) {
            long size = Math.max(0, source.status().size() - position);
            return Optional.of(source.read(position, Math.toIntExact(size)));
        } catch (KernelException e) {
            if (e.errno() == ENOENT) {
                return Optional.empty();
            }
            throw Problems.reading(e, directory.child(name).display());
        }
    }

    /// Keeps a content under a name, in the place of what was there; durable when it returns.
    public void put(String name, Bytes content) throws HostException {
        OsPath file = directory.child(name);
        OsPath draft = directory.child(name + UNFINISHED);
        try {
            make(directory);
            removeIfThere(draft);
            try (Tree.Draft out = tree.create(draft, Tree.NEW_FILE)) {
                out.write(content);
                out.sync();
            }
            tree.replace(file, draft);
            tree.sync(directory);
        } catch (KernelException e) {
            throw home.problem(e);
        }
    }

    /// Adds to the end of what is kept under a name; durable when it returns.
    public void append(String name, Bytes content) throws HostException {
        try {
            make(directory);
            try (Tree.Draft out = tree.append(directory.child(name))) {
                out.write(content);
                out.sync();
            }
        } catch (KernelException e) {
            throw home.problem(e);
        }
    }

    public void remove(String name) throws HostException {
        try {
            removeIfThere(directory.child(name));
        } catch (KernelException e) {
            throw home.problem(e);
        }
    }

    private void removeIfThere(OsPath file) throws KernelException {
        try {
            tree.remove(file);
        } catch (KernelException e) {
            if (e.errno() != ENOENT) {
                throw e;
            }
        }
    }

    private void make(OsPath wanted) throws KernelException {
        if (tree.look(wanted).isPresent()) {
            return;
        }
        if (wanted.equals(StateHome.DIRECTORY)) {
            home.make();
            return;
        }
        make(wanted.parent());
        try {
            tree.makeDirectory(wanted);
        } catch (KernelException e) {
            if (e.errno() != EEXIST) {
                throw e;
            }
        }
        tree.sync(wanted.parent());
    }
}
