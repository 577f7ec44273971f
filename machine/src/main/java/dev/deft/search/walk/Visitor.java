package dev.deft.search.walk;

/// Receives the entries of a walk; each thread has its own.
public interface Visitor {

    /// Called for a file that the glob matches and no rule ignores; its name starts at `name` in
    /// `path`.
    void file(Worker worker, Folder folder, byte[] path, int name);

    /// Called for any other entry that is not ignored.
    default void other(
            Worker worker, Folder folder, byte[] path, int name, DirectoryEntries.Type type) {}
}
