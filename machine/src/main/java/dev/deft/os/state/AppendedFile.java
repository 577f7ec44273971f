package dev.deft.os.state;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.kernel.KernelException;
import dev.deft.os.tree.OsPath;
import dev.deft.os.tree.Tree;

/// A file below `.deft` that grows at its end.
public final class AppendedFile implements AutoCloseable {

    private final Tree tree;
    private final StateHome home;
    private final OsPath directory;
    private final Tree.NewFile file;
    private boolean created;

    AppendedFile(Tree tree, StateHome home, OsPath directory, Tree.NewFile file) {
        this.tree = tree;
        this.home = home;
        this.directory = directory;
        this.file = file;
    }

    public long size() throws HostException {
        try {
            return file.status().size();
        } catch (KernelException e) {
            throw home.problem(e);
        }
    }

    /// Appends in one write, which may not be durable yet.
    ///
    /// @return the size of the file then
    public long append(Bytes content) throws HostException {
        try {
            file.write(content);
            file.startSync();
            long size = file.status().size();
            created |= size == content.size();
            return size;
        } catch (KernelException e) {
            throw home.problem(e);
        }
    }

    /// Waits until everything appended is durable, and the name of a new file too.
    public void sync() throws HostException {
        try {
            file.sync();
            if (created) {
                tree.sync(directory);
                created = false;
            }
        } catch (KernelException e) {
            throw home.problem(e);
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
