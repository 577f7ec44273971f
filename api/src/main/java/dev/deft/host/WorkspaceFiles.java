package dev.deft.host;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The files a call may access. Paths outside the workspace are rejected.
///
/// All methods may be called from several threads. Methods that take a path throw a [HostException]
/// with [ErrorCode#CAPABILITY_DENIED] or [ErrorCode#PERMISSION_DENIED] if the call may not access
/// it, and with [ErrorCode#NOT_FOUND] if a required file does not exist.
public interface WorkspaceFiles {

    /// Resolves a path from the model. The file need not exist.
    ///
    /// @param path relative to the root, or absolute
    /// @return the path with all symbolic links resolved
    /// @throws HostException with [ErrorCode#CAPABILITY_DENIED] if it is outside the workspace
    /// @throws IOException if a parent directory cannot be read
    WorkspacePath resolve(String path) throws IOException;

    /// {@return a description of the file at a path; [FileInfo.Type#MISSING] if there is none}
    ///
    /// @param path of the file
    /// @throws IOException if its attributes cannot be read
    FileInfo info(WorkspacePath path) throws IOException;

    /// {@return the entries of a directory, sorted by name, including hidden ones, without `.git`
    /// and files that git ignores}
    ///
    /// @param directory to list
    /// @throws IOException if it cannot be read
    List<FileInfo> list(WorkspacePath directory) throws IOException;

    /// {@return the content of a file}
    ///
    /// @param file to read
    /// @param maxBytes its maximum size
    /// @throws HostException with [ErrorCode#TOO_LARGE] if it is larger
    /// @throws IOException if it cannot be read
    Bytes load(WorkspacePath file, long maxBytes) throws IOException;

    /// Opens a file of any size for reading.
    ///
    /// @param file to read
    /// @return the open file; the caller must close it
    /// @throws IOException if it cannot be opened
    OpenFile open(WorkspacePath file) throws IOException;

    /// Changes files atomically: all of them or none, even if the process dies. While `changer`
    /// runs, no other call changes these files. Missing parent directories are created.
    ///
    /// @param files that may be changed
    /// @param changer computes the new contents; called once, on this thread
    /// @return the changed files, in the order of `files`
    /// @throws IOException if a file cannot be written; then none is changed
    /// @throws InterruptedException if the call was cancelled; then none is changed
    List<Changed> change(List<WorkspacePath> files, Changer changer)
            throws IOException, InterruptedException;

    /// Moves a file.
    ///
    /// @param from the file
    /// @param to its new path
    /// @throws HostException with [ErrorCode#CONFLICT] if the new path exists
    /// @throws IOException if it cannot be moved
    /// @throws InterruptedException if the call was cancelled; then nothing is moved
    void move(WorkspacePath from, WorkspacePath to) throws IOException, InterruptedException;

    /// Deletes a file.
    ///
    /// @param file to delete
    /// @throws IOException if it cannot be deleted
    /// @throws InterruptedException if the call was cancelled; then it is not deleted
    void delete(WorkspacePath file) throws IOException, InterruptedException;

    /// {@return the matching files; see [FileQuery] for ignored and hidden ones}
    ///
    /// @param query to run
    /// @throws IOException if the directory cannot be read
    /// @throws InterruptedException if the call was cancelled
    FoundFiles find(FileQuery query) throws IOException, InterruptedException;

    /// Searches lines. After the timeout of the query it ends with the matches so far, and the
    /// summary says what was not searched.
    ///
    /// @param query to run
    /// @param listener receives the matching lines, sorted by file and line, on this thread
    /// @return a summary of the search
    /// @throws HostException with [ErrorCode#INVALID_ARGUMENTS] if the pattern is invalid
    /// @throws IOException if the listener throws it, or the files cannot be read
    /// @throws InterruptedException if the call was cancelled
    GrepSummary grep(GrepQuery query, MatchListener listener)
            throws IOException, InterruptedException;

    /// Measures many files. It does not count as reading them: a later change of a file is still
    /// noticed as one that this session has not seen.
    ///
    /// @param files paths relative to the root, as [#find] returns them
    /// @param maxBytes larger files are not read; their lines are not counted
    /// @return the measures in the order of `files`; files that cannot be read are left out
    /// @throws IOException if the workspace cannot be read
    /// @throws InterruptedException if the call was cancelled
    List<FileMeasure> measure(List<String> files, int maxBytes)
            throws IOException, InterruptedException;

    /// A file opened for reading.
    interface OpenFile extends AutoCloseable {

        /// {@return its size in bytes when it was opened}
        long size();

        /// {@return up to `length` bytes from a position; fewer at the end}
        ///
        /// @param position of the first byte
        /// @param length how many at most
        /// @throws IOException if it cannot be read
        Bytes read(long position, int length) throws IOException;

        /// {@return a text that identifies the file and its version; empty if the version is not
        /// certain, such as shortly after a change}
        ///
        /// @throws IOException if the attributes of the file cannot be read
        default Optional<String> identity() throws IOException {
            return Optional.empty();
        }

        @Override
        void close() throws IOException;
    }

    /// Computes the new contents of files.
    @FunctionalInterface
    interface Changer {

        /// Computes the new contents.
        ///
        /// @param current the files, in the requested order
        /// @return the new contents; an empty one deletes the file, omitted files are not changed
        /// @throws HostException to change nothing
        /// @throws IOException to change nothing
        Map<WorkspacePath, Optional<Bytes>> change(Map<WorkspacePath, Current> current)
                throws IOException;

        /// Renames: the new file keeps the attributes of the old one, such as mode and owner.
        /// Called after [#change].
        ///
        /// @return old paths by new paths; both must be among the requested files
        default Map<WorkspacePath, WorkspacePath> origins() {
            return Map.of();
        }

        /// {@return the size up to which [#change] gets the content; larger files are not read and
        /// can only be replaced or deleted}
        default long maxBytes() {
            return 64L << 20;
        }

        /// {@return whether files become executable; other files keep their mode}
        ///
        /// Called after [#change].
        default Map<WorkspacePath, Boolean> executable() {
            return Map.of();
        }
    }

    /// A file before a change.
    ///
    /// @param size in bytes; empty if there is no such file
    /// @param content empty if there is no such file, or it is larger than [Changer#maxBytes]
    /// @param changedSinceRead whether it was changed after this session last read it
    /// @param mayBeShown whether the result may show its content; a call may be allowed to write a
    ///   file but not to read it
    record Current(
            OptionalLong size,
            Optional<Bytes> content,
            boolean changedSinceRead,
            boolean mayBeShown) {

        /// {@return whether the file exists}
        public boolean exists() {
            return size.isPresent();
        }
    }

    /// A changed file.
    ///
    /// @param file that was changed
    /// @param before empty if there was no file, or its content was not read
    /// @param after empty if the file was deleted, or its content is not in memory
    record Changed(WorkspacePath file, Optional<Bytes> before, Optional<Bytes> after) {}
}
