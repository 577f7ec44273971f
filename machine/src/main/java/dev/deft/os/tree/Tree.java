package dev.deft.os.tree;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileStatus;
import dev.deft.kernel.KernelException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The directory tree below the root. Nothing here follows a symlink or leaves the root.
public interface Tree extends AutoCloseable {

    /// The permissions of a new file, less what the process withholds.
    int NEW_FILE = 0666;

    /// The root as an absolute path, with every symlink followed.
    String realRoot();

    /// What is at a path; a symlink is one. A path below a file or through a link is an error.
    Optional<FileStatus> look(OsPath path) throws KernelException;

    String linkTarget(OsPath link) throws KernelException;

    /// The entries of a directory, unsorted. One that goes while they are listed is left out.
    List<Entry> entries(OsPath directory) throws KernelException;

    /// Opens whatever is there for reading, without waiting for anyone. The caller looks at its
    /// status: it may be a pipe or a device.
    Source open(OsPath file) throws KernelException;

    /// Makes a file that must not exist yet.
    Draft create(OsPath file, int permissions) throws KernelException;

    /// Opens a file to write behind its end; it is made where there is none.
    Draft append(OsPath file) throws KernelException;

    /// Takes a file that exists or is made for oneself alone; nothing when someone else has it.
    Optional<Claim> tryClaim(OsPath file) throws KernelException;

    /// Whether the owner of this process may change the content of a file.
    boolean writable(OsPath file) throws KernelException;

    void makeDirectory(OsPath directory) throws KernelException;

    /// Makes a symlink in a free place, wherever it leads.
    void makeLink(OsPath link, String target) throws KernelException;

    /// Sets the permissions of a file or a directory, and when it last changed, as far as said.
    void adjust(OsPath path, OptionalInt permissions, OptionalLong modified) throws KernelException;

    void removeDirectory(OsPath directory) throws KernelException;

    void remove(OsPath file) throws KernelException;

    /// Puts a file in the place of whatever is there.
    void replace(OsPath target, OsPath with) throws KernelException;

    /// Moves a file to a place that must be free.
    void move(OsPath from, OsPath to) throws KernelException;

    /// Waits until the entries of a directory are on the disk.
    void sync(OsPath directory) throws KernelException;

    /// Whether [#syncAll] can be asked for.
    boolean syncsAtOnce();

    /// Waits until everything below the root is on the disk, which is quicker than file by file
    /// where much was written.
    void syncAll() throws KernelException;

    @Override
    void close();

    /// One name in a directory.
    record Entry(String name, FileStatus status) {}

    /// A file open for reading.
    interface Source extends AutoCloseable {

        FileStatus status() throws KernelException;

        /// Those that a copy has to have too.
        Map<String, Bytes> attributes() throws KernelException;

        Bytes read(long position, int length) throws KernelException;

        @Override
        void close();
    }

    /// A new file that is being written.
    interface Draft extends AutoCloseable {

        void write(Bytes content) throws KernelException;

        /// Rights that go with an owner must not go to another one.
        int WITHOUT_SET_ID = 01777;

        /// Gives it these traits: the owner where we may.
        void take(FileAttributes traits) throws KernelException;

        /// Waits until the content is on the disk.
        void sync() throws KernelException;

        FileStatus status() throws KernelException;

        @Override
        void close();
    }

    /// A file nobody else can claim until this is closed, also not in another process.
    interface Claim extends AutoCloseable {

        Bytes content() throws KernelException;

        void append(Bytes content) throws KernelException;

        void sync() throws KernelException;

        @Override
        void close();
    }
}
