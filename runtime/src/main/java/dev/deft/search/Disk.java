package dev.deft.search;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Directories and files below one root, as a walking thread sees them; one thread at a time.
///
/// No method follows a symbolic link below the root, and none waits for a pipe or a device.
interface Disk extends AutoCloseable {

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

    void list(Folder folder, Listing into) throws IOException;

    /// What the entry itself is; an empty name means the folder.
    FileStat stat(Folder folder, byte[] name) throws IOException;

    /// Opens a regular file for [#fill]; false if it is none or may not be read.
    boolean openFile(Folder folder, byte[] name);

    /// Reads on into `buffer` from `offset` to its end at most; 0 or less at the end of the file.
    long fill(MemorySegment buffer, long offset);

    void closeFile();

    long indexOf(MemorySegment text, long from, long to, byte value);

    @Override
    void close();
}
