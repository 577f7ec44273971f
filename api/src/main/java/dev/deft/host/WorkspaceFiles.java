package dev.deft.host;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The files a call may reach. Nothing here leads outside, whatever the path says.
public interface WorkspaceFiles {

    /// Turns what the model wrote into a path that may be used; the file need not exist.
    ///
    /// @throws HostException with [ErrorCode#CAPABILITY_DENIED] when it leads outside
    WorkspacePath resolve(String path) throws IOException;

    FileInfo info(WorkspacePath path) throws IOException;

    /// The entries of a directory, sorted by name. Hidden ones are among them; `.git` and what git
    /// ignores are not.
    List<FileInfo> list(WorkspacePath directory) throws IOException;

    /// All of a file.
    ///
    /// @throws HostException with [ErrorCode#TOO_LARGE] when it has more than `mostBytes`
    Bytes load(WorkspacePath file, long mostBytes) throws IOException;

    /// A file to read in pieces, however large it is.
    OpenFile open(WorkspacePath file) throws IOException;

    /// Changes files: all of them or none, also when the process dies half way. While `changer`
    /// works nobody else changes these files through Deft. Missing parent directories are made.
    ///
    /// @return the files that are different now, in the order of `files`
    List<Changed> change(List<WorkspacePath> files, Changer changer)
            throws IOException, InterruptedException;

    /// Moves a file; the target must not exist.
    void move(WorkspacePath from, WorkspacePath to) throws IOException, InterruptedException;

    void delete(WorkspacePath file) throws IOException, InterruptedException;

    /// The files that fit, with ignored and hidden ones left out as described at [FileQuery].
    FoundFiles find(FileQuery query) throws IOException, InterruptedException;

    /// The lines that match, sorted by file and line, handed out one by one. When the time of the
    /// query is up, those found so far; the summary says what was not searched.
    ///
    /// @throws HostException with [ErrorCode#INVALID_ARGUMENTS] when the pattern is none
    GrepSummary grep(GrepQuery query, MatchListener listener)
            throws IOException, InterruptedException;

    /// A file that is open for reading.
    interface OpenFile extends AutoCloseable {

        long size();

        /// Reads up to `length` bytes from a position on; fewer only at the end.
        Bytes read(long position, int length) throws IOException;

        /// A spelling that is another one for another file, and after every change of this one;
        /// nothing where that cannot be told, such as shortly after a change.
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
        Map<WorkspacePath, Optional<Bytes>> change(Map<WorkspacePath, Current> current)
                throws IOException;

        /// New files that are old ones under another name: they keep what those have besides their
        /// content, such as the mode and the owner. Asked for after [#change].
        ///
        /// @return where each comes from; both have to be among the files asked for
        default Map<WorkspacePath, WorkspacePath> origins() {
            return Map.of();
        }

        /// How large a file may be for its content to be given to [#change]. A larger one is not
        /// even read: it can be replaced or deleted, and changed by nobody who has to know what is
        /// in it.
        default long mostBytes() {
            return 64L << 20;
        }

        /// Files that may be run afterwards, or may not; the others keep what they have. Asked for
        /// after [#change].
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
    /// @param mayBeShown whether the result may tell what is in it: who may write need not be one
    ///   who may read
    record Current(
            OptionalLong size,
            Optional<Bytes> content,
            boolean changedSinceRead,
            boolean mayBeShown) {

        public boolean exists() {
            return size.isPresent();
        }
    }

    /// What a change did to a file. Contents that did not have to be in memory are not told.
    record Changed(WorkspacePath file, Optional<Bytes> before, Optional<Bytes> after) {}
}
