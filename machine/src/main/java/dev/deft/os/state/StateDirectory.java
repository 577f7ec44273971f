package dev.deft.os.state;

import static dev.deft.kernel.Errno.ENOENT;
import static dev.deft.kernel.FileErrno.EEXIST;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.FileContent;
import dev.deft.os.tree.FileErrorMessages;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A flat directory below `.deft`, created on first write.
public final class StateDirectory {

    private static final String UNFINISHED = ".tmp";

    /// From this number on, one sync of the file system is faster than one per file.
    private static final int MANY = 64;

    private final Tree tree;
    private final StateHome home;
    private final OsPath directory;

    public StateDirectory(Tree tree, StateHome home, OsPath directory) {
        this.tree = tree;
        this.home = home;
        this.directory = directory;
    }

    public StateDirectory child(String name) {
        return new StateDirectory(tree, home, directory.child(name));
    }

    /// The names of the stored files.
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

    /// The content of a file.
    public Optional<Bytes> read(String name) throws HostException {
        return readFrom(name, 0);
    }

    /// The size of a file; empty if it does not exist.
    public OptionalLong size(String name) {
        try {
            return tree.look(directory.child(name))
                    .map(it -> OptionalLong.of(it.size()))
                    .orElse(OptionalLong.empty());
        } catch (KernelException _) {
            return OptionalLong.empty();
        }
    }

    /// A chunk of a file; shorter only at its end.
    public Optional<Bytes> read(String name, long position, int length) throws HostException {
        try (Tree.Source source = tree.open(directory.child(name))) {
            long left = source.status().size() - position;
            return Optional.of(source.read(position, (int) Math.clamp(left, 0, (long) length)));
        } catch (KernelException e) {
            if (e.errno() == ENOENT) {
                return Optional.empty();
            }
            throw FileErrorMessages.reading(e, directory.child(name).display());
        }
    }

    /// The content of a file from a position on.
    public Optional<Bytes> readFrom(String name, long position) throws HostException {
        try (Tree.Source source = tree.open(directory.child(name))) {
            long size = Math.max(0, source.status().size() - position);
            return Optional.of(source.read(position, Math.toIntExact(size)));
        } catch (KernelException e) {
            if (e.errno() == ENOENT) {
                return Optional.empty();
            }
            throw FileErrorMessages.reading(e, directory.child(name).display());
        }
    }

    /// Stores contents under their names, replacing older ones; durable when it returns.
    public void put(Map<String, FileContent> contents) throws IOException {
        if (contents.isEmpty()) {
            return;
        }
        try {
            boolean atOnce = contents.size() >= MANY && tree.syncsAtOnce();
            for (var one : contents.entrySet()) {
                write(one.getKey(), one.getValue(), !atOnce);
            }
            if (atOnce) {
                tree.syncAll();
            }
            for (String name : contents.keySet()) {
                tree.replace(directory.child(name), directory.child(name + UNFINISHED));
            }
            tree.sync(directory);
        } catch (KernelException e) {
            throw home.problem(e);
        }
    }

    private void write(String name, FileContent content, boolean synced) throws IOException {
        OsPath tempFile = directory.child(name + UNFINISHED);
        removeIfThere(tempFile);
        try (Tree.NewFile out = created(tempFile)) {
            fill(out, content, synced);
        }
    }

    private static void fill(Tree.NewFile out, FileContent content, boolean synced)
            throws IOException {
        content.transferTo(out::write);
        if (synced) {
            out.sync();
        }
    }

    /// Stores contents under names that nobody has yet; durable when it returns. A crash may leave
    /// a part of one under its name, so a name has to tell what belongs there.
    public void add(Map<String, FileContent> contents) throws IOException {
        if (contents.size() >= MANY) {
            put(contents);
            return;
        }
        try {
            for (var one : contents.entrySet()) {
                if (!added(directory.child(one.getKey()), one.getValue())) {
                    put(Map.of(one.getKey(), one.getValue()));
                }
            }
            if (!contents.isEmpty()) {
                tree.sync(directory);
            }
        } catch (KernelException e) {
            throw home.problem(e);
        }
    }

    /// @return false if another process has added it meanwhile
    private boolean added(OsPath file, FileContent content) throws IOException {
        try (Tree.NewFile out = created(file)) {
            fill(out, content, true);
            return true;
        } catch (KernelException e) {
            if (e.errno() == EEXIST) {
                return false;
            }
            throw e;
        }
    }

    /// The directory is almost always there, and looked for only if it is not.
    private Tree.NewFile created(OsPath file) throws KernelException {
        try {
            return tree.create(file, Tree.NEW_FILE);
        } catch (KernelException e) {
            if (e.errno() != ENOENT) {
                throw e;
            }
            make(directory);
            return tree.create(file, Tree.NEW_FILE);
        }
    }

    /// Opens a file to append to it, and creates it if necessary.
    public AppendedFile appended(String name) throws HostException {
        try {
            return new AppendedFile(tree, home, directory, opened(directory.child(name)));
        } catch (KernelException e) {
            throw home.problem(e);
        }
    }

    /// Whether the directory is there.
    public boolean exists() {
        try {
            return tree.look(directory).isPresent();
        } catch (KernelException _) {
            return true;
        }
    }

    private Tree.NewFile opened(OsPath file) throws KernelException {
        try {
            return tree.append(file);
        } catch (KernelException e) {
            if (e.errno() != ENOENT) {
                throw e;
            }
            make(directory);
            return tree.append(file);
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
