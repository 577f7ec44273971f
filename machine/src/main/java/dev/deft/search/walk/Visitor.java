package dev.deft.search.walk;

/// What a walk is for; each thread has its own.
public interface Visitor {

    /// A file that is asked for and not ignored; its name starts at `name` in `path`.
    void file(Worker worker, Folder folder, byte[] path, int name);

    /// Any other entry that is not ignored.
    default void other(
            Worker worker, Folder folder, byte[] path, int name, DirectoryEntries.Type type) {}
}
