package dev.deft.os.tree;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The directory tree below the root, and below further directories where there are any. No
/// operation follows a symlink or leaves them.
public interface Tree extends AutoCloseable {

    /// The permissions of a new file, before the umask.
    int NEW_FILE = 0666;

    /// The absolute path of the root with all symlinks resolved.
    String realRoot();

    /// Whether a path is below the root or one of the further directories. Every other method fails
    /// with [FileErrno#ENODEV] for a path that is not.
    default boolean holds(OsPath path) {
        return !path.isAbsolute();
    }

    /// Where the root can be opened even if another directory has its path by now.
    default Path pinnedRoot() {
        return Path.of(realRoot());
    }

    /// The status of what is at a path; symlinks are not followed. A path below a file or through a
    /// link is an error.
    Optional<FileStatus> look(OsPath path) throws KernelException;

    String linkTarget(OsPath link) throws KernelException;

    /// The entries of a directory, unsorted. An entry that disappears meanwhile is left out.
    List<Entry> entries(OsPath directory) throws KernelException;

    /// Opens a file for reading without blocking. It may be a pipe or a device: the caller checks
    /// its status.
    Source open(OsPath file) throws KernelException;

    /// Creates a file that must not exist yet.
    NewFile create(OsPath file, int permissions) throws KernelException;

    /// Opens a file for appending and creates it if necessary.
    NewFile append(OsPath file) throws KernelException;

    /// Locks a file exclusively and creates it if necessary; empty when somebody else holds the
    /// lock.
    Optional<LockedFile> tryLock(OsPath file) throws KernelException;

    /// Whether the user of this process may change the content of a file.
    boolean writable(OsPath file) throws KernelException;

    void makeDirectory(OsPath directory) throws KernelException;

    /// Creates a symlink at a free path, whatever its target.
    void makeLink(OsPath link, String target) throws KernelException;

    /// Sets the given permissions and modification time of a file or directory.
    void adjust(OsPath path, OptionalInt permissions, OptionalLong modified) throws KernelException;

    void removeDirectory(OsPath directory) throws KernelException;

    void remove(OsPath file) throws KernelException;

    /// Replaces whatever is at a path by a file.
    void replace(OsPath target, OsPath with) throws KernelException;

    /// Moves a file to a path that must be free.
    void move(OsPath from, OsPath to) throws KernelException;

    /// Whether [#move] and [#replace] may be possible between two paths: both are in the same
    /// directory tree.
    default boolean canRename(OsPath from, OsPath to) throws KernelException {
        return true;
    }

    /// Waits until the entries of a directory are on the disk.
    void sync(OsPath directory) throws KernelException;

    /// Whether [#syncAll] is supported.
    boolean syncsAtOnce();

    /// Waits until everything below the root is on the disk, which is faster than syncing many
    /// files one by one.
    void syncAll() throws KernelException;

    @Override
    void close();

    /// One entry of a directory.
    record Entry(String name, FileStatus status) {}

    /// A file open for reading.
    interface Source extends AutoCloseable {

        FileStatus status() throws KernelException;

        /// The attributes that a copy must have too.
        Map<String, Bytes> extendedAttributes() throws KernelException;

        Bytes read(long position, int length) throws KernelException;

        @Override
        void close();
    }

    /// A new file that is being written.
    interface NewFile extends AutoCloseable {

        void write(Bytes content) throws KernelException;

        /// The permission bits without set-uid and set-gid, which must not pass to another owner.
        int WITHOUT_SET_ID = 01777;

        /// Sets the attributes, and the owner if we may.
        void setAttributes(FileAttributes fileAttributes) throws KernelException;

        /// Begins to write the content to the disk, so that [#sync] takes less time. It promises
        /// nothing and never fails.
        default void startSync() {}

        /// Waits until the content is on the disk.
        void sync() throws KernelException;

        FileStatus status() throws KernelException;

        @Override
        void close();
    }

    /// An exclusive lock on a file, also against other processes, until it is closed.
    interface LockedFile extends AutoCloseable {

        Bytes content() throws KernelException;

        void append(Bytes content) throws KernelException;

        void sync() throws KernelException;

        @Override
        void close();
    }
}
