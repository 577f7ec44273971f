package dev.deft.host;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The files a call may reach. Nothing here leads outside, whatever the path says.
///
/// All methods may be called from several threads. Every one that takes a path throws a
/// [HostException] with [ErrorCode#CAPABILITY_DENIED] or [ErrorCode#PERMISSION_DENIED] where the
/// call may not do this there, and with [ErrorCode#NOT_FOUND] where a file is needed and there is
/// none.
public interface WorkspaceFiles {

    /// Turns what the model wrote into a path that may be used; the file need not exist.
    ///
    /// @param path relative to the root, or absolute
    /// @return the path with every symbolic link followed
    /// @throws HostException with [ErrorCode#CAPABILITY_DENIED] when it leads outside
    /// @throws IOException when a directory on the way cannot be read
    WorkspacePath resolve(String path) throws IOException;

    /// {@return what is at a path; [FileInfo.Type#MISSING] where there is nothing}
    ///
    /// @param path to look at
    /// @throws IOException when it cannot be looked at
    FileInfo info(WorkspacePath path) throws IOException;

    /// {@return the entries of a directory, sorted by name; hidden ones are among them, `.git` and
    /// what git ignores are not}
    ///
    /// @param directory to look into
    /// @throws IOException when it cannot be looked into
    List<FileInfo> list(WorkspacePath directory) throws IOException;

    /// {@return all of a file}
    ///
    /// @param file to read
    /// @param mostBytes how large it may be
    /// @throws HostException with [ErrorCode#TOO_LARGE] when it is larger
    /// @throws IOException when it cannot be read
    Bytes load(WorkspacePath file, long mostBytes) throws IOException;

    /// Opens a file to be read in pieces, however large it is.
    ///
    /// @param file to read
    /// @return the file, to be closed by the caller
    /// @throws IOException when it cannot be opened
    OpenFile open(WorkspacePath file) throws IOException;

    /// Changes files: all of them or none, also when the process dies half way. While `changer`
    /// works nobody else changes these files through Deft. Missing parent directories are made.
    ///
    /// @param files that may be changed
    /// @param changer decides what they shall hold; called once, on this thread
    /// @return the files that are different now, in the order of `files`
    /// @throws IOException when a file cannot be written; then none is changed
    /// @throws InterruptedException when the call was cancelled; then none is changed
    List<Changed> change(List<WorkspacePath> files, Changer changer)
            throws IOException, InterruptedException;

    /// Moves a file.
    ///
    /// @param from the file
    /// @param to its new path
    /// @throws HostException with [ErrorCode#CONFLICT] when the new path exists
    /// @throws IOException when it cannot be moved
    /// @throws InterruptedException when the call was cancelled; then nothing is moved
    void move(WorkspacePath from, WorkspacePath to) throws IOException, InterruptedException;

    /// Deletes a file.
    ///
    /// @param file to delete
    /// @throws IOException when it cannot be deleted
    /// @throws InterruptedException when the call was cancelled; then it is still there
    void delete(WorkspacePath file) throws IOException, InterruptedException;

    /// {@return the files that fit, with ignored and hidden ones left out as described at
    /// [FileQuery]}
    ///
    /// @param query which files
    /// @throws IOException when the directory to look in cannot be read
    /// @throws InterruptedException when the call was cancelled
    FoundFiles find(FileQuery query) throws IOException, InterruptedException;

    /// Hands out the lines that match one by one, sorted by file and line. When the time of the
    /// query is up, it ends with those found so far, and the summary says what was not searched.
    ///
    /// @param query which lines
    /// @param listener takes them, on this thread
    /// @return what the search came to
    /// @throws HostException with [ErrorCode#INVALID_ARGUMENTS] when the pattern is none
    /// @throws IOException what the listener throws, or when nothing can be read
    /// @throws InterruptedException when the call was cancelled
    GrepSummary grep(GrepQuery query, MatchListener listener)
            throws IOException, InterruptedException;

    /// A file that is open for reading. Whoever opened it closes it.
    interface OpenFile extends AutoCloseable {

        /// {@return how many bytes it had when it was opened}
        long size();

        /// {@return up to `length` bytes from a position on; fewer only at the end}
        ///
        /// @param position of the first byte
        /// @param length how many at most
        /// @throws IOException when it cannot be read
        Bytes read(long position, int length) throws IOException;

        /// {@return a text that differs for another file, and after every change of this one;
        /// nothing where that cannot be told, such as shortly after a change}
        ///
        /// @throws IOException when the file cannot be looked at
        default Optional<String> identity() throws IOException {
            return Optional.empty();
        }

        @Override
        void close() throws IOException;
    }

    /// Decides the new contents of files.
    @FunctionalInterface
    interface Changer {

        /// Says what each file shall hold.
        ///
        /// @param current what is there now, in the order asked for
        /// @return the new content of each file to change; an empty one deletes it, a file left out
        ///   stays as it is
        /// @throws HostException to leave everything as it is
        /// @throws IOException to leave everything as it is
        Map<WorkspacePath, Optional<Bytes>> change(Map<WorkspacePath, Current> current)
                throws IOException;

        /// New files that are old ones under another name: they keep what those have besides their
        /// content, such as the mode and the owner. Asked for after [#change].
        ///
        /// @return where each comes from; both have to be among the files asked for
        default Map<WorkspacePath, WorkspacePath> origins() {
            return Map.of();
        }

        /// {@return how large a file may be for its content to be given to [#change]; a larger one
        /// is not even read: it can be replaced or deleted, but not edited}
        default long maxBytes() {
            return 64L << 20;
        }

        /// {@return files that shall be executable, or shall not; the others keep what they have}
        ///
        /// Asked for after [#change].
        default Map<WorkspacePath, Boolean> executable() {
            return Map.of();
        }
    }

    /// What a file holds before a change.
    ///
    /// @param size in bytes; nothing when there is no such file
    /// @param content nothing when there is no such file, or when it has more than
    ///   [Changer#mostBytes]
    /// @param changedSinceRead whether somebody changed it after this session last read it
    /// @param mayBeShown whether the result may tell what is in it: a call that may write need not
    ///   be one that may read
    record Current(
            OptionalLong size,
            Optional<Bytes> content,
            boolean changedSinceRead,
            boolean mayBeShown) {

        /// {@return whether there is such a file}
        public boolean exists() {
            return size.isPresent();
        }
    }

    /// What a change did to a file.
    ///
    /// @param file that is different now
    /// @param before nothing where there was no file, or where its content did not have to be read
    /// @param after nothing where there is no file any more, or where its content is not in memory
    record Changed(WorkspacePath file, Optional<Bytes> before, Optional<Bytes> after) {}
}
