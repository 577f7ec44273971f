package dev.deft.search.walk;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Directories and files below one root, as a walking thread sees them; one thread at a time.
///
/// No method follows a symbolic link below the root, and none waits for a pipe or a device.
public interface Disk extends AutoCloseable {

    Folder root() throws IOException;

    Folder open(Folder parent, byte[] name) throws IOException;

    /// Opens the directory `path`, which ends with a slash and from `from` on is relative to
    /// `root`.
    default Folder openPath(Folder root, byte[] path, int from) throws IOException {
        root.retain();
        Folder here = root;
        int start = from;
        for (int i = from; i < path.length; i++) {
            if (path[i] == '/') {
                byte[] name = Arrays.copyOfRange(path, start, i);
                Folder outer = here;
                try {
                    here = open(outer, name);
                } finally {
                    release(outer);
                }
                start = i + 1;
            }
        }
        return here;
    }

    void release(Folder folder);

    void list(Folder folder, DirectoryEntries into) throws IOException;

    /// What the entry itself is; an empty name means the folder.
    FileStat stat(Folder folder, byte[] name) throws IOException;

    /// Opens a regular file for [#fill]; false if it is none or may not be read.
    boolean openFile(Folder folder, byte[] name);

    /// The same for a path that from `from` on is relative to `root`.
    default boolean openFilePath(Folder root, byte[] path, int from) {
        int name = path.length;
        while (name > from && path[name - 1] != '/') {
            name--;
        }
        try {
            Folder folder = openPath(root, Arrays.copyOf(path, name), from);
            try {
                return openFile(folder, Arrays.copyOfRange(path, name, path.length));
            } finally {
                release(folder);
            }
        } catch (IOException _) {
            return false;
        }
    }

    /// Reads on into `[from, to)` of `buffer`; 0 or less at the end of the file.
    long fill(MemorySegment buffer, long from, long to);

    void closeFile();

    /// Where `value` first occurs in `[from, to)`, or -1.
    long indexOf(MemorySegment text, long from, long to, byte value);

    /// Where `needle` first occurs in `[from, to)`, or -1; may look no further than a NUL.
    ///
    /// @param text has one byte more than `to`
    /// @param needle ends with a NUL that is not part of it
    long indexOf(MemorySegment text, long from, long to, MemorySegment needle);

    @Override
    void close();
}
