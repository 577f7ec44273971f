package dev.deft.search.walk;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Accesses directories and files below one root for one thread. Not thread-safe.
///
/// No method follows a symbolic link below the root, and none blocks on a pipe or a device.
public interface Disk {

    Folder root() throws IOException;

    Folder open(Folder parent, byte[] name) throws IOException;

    /// Opens the directory `path`, which ends with a slash and is relative to `root` from `from`
    /// on.
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

    /// The status of the entry itself; an empty name means the folder.
    FileStat stat(Folder folder, byte[] name) throws IOException;

    /// Opens a regular file for [#fill]; returns false if it is not one or cannot be read.
    ///
    /// @param name where the name of the file begins in `path`
    boolean openFile(Folder folder, byte[] path, int name);

    /// The same for a path that is relative to `root` from `from` on.
    default boolean openFilePath(Folder root, byte[] path, int from) {
        int name = path.length;
        while (name > from && path[name - 1] != '/') {
            name--;
        }
        try {
            Folder folder = openPath(root, Arrays.copyOf(path, name), from);
            try {
                return openFile(folder, path, name);
            } finally {
                release(folder);
            }
        } catch (IOException _) {
            return false;
        }
    }

    /// Reads the next bytes into `[from, to)` of `buffer`; returns 0 or less at the end of the
    /// file.
    long fill(MemorySegment buffer, long from, long to);

    void closeFile();

    /// The first occurrence of `value` in `[from, to)`, or -1.
    long indexOf(MemorySegment text, long from, long to, byte value);

    /// The first occurrence of `needle` in `[from, to)`, or -1; may stop at a NUL.
    ///
    /// @param text has a NUL at `to` or behind it
    /// @param needle ends with a NUL that is not part of it
    long indexOf(MemorySegment text, long from, long to, MemorySegment needle);
}
