package dev.deft.search.index;

import dev.deft.search.glob.Ignore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A directory of the index. Guarded by the lock of its [TreeIndex].
final class IndexedFolder {

    /// With a slash at its end, or empty at the top.
    final byte[] path;

    final byte[] name;
    final int watch;
    final Ignore ignore;
    final boolean readable;
    final List<IndexedFile> files = new ArrayList<>();

    /// The bitmaps of the files, in the same order.
    final PackedGrams grams = new PackedGrams();

    final List<IndexedFolder> folders = new ArrayList<>();
    boolean alive = true;

    /// A file of the index.
    static final class IndexedFile {

        final byte[] path;

        /// Whether its bitmap is missing.
        boolean waiting = true;

        /// Incremented by every change, so that a bitmap computed meanwhile is recognized as
        /// outdated.
        int version;

        boolean alive = true;

        IndexedFile(byte[] path) {
            this.path = path;
        }
    }

    IndexedFolder(byte[] path, int watch, Ignore ignore, boolean readable) {
        this.path = path;
        this.name = lastComponent(path);
        this.watch = watch;
        this.ignore = ignore;
        this.readable = readable;
    }

    private static byte[] lastComponent(byte[] path) {
        int start = path.length - 1;
        while (start > 0 && path[start - 1] != '/') {
            start--;
        }
        return path.length == 0 ? path : Arrays.copyOfRange(path, start, path.length - 1);
    }

    void add(IndexedFile file) {
        files.add(file);
        grams.add();
    }

    /// Removes a deleted file.
    void remove(IndexedFile file) {
        int place = files.indexOf(file);
        file.alive = false;
        files.remove(place);
        grams.remove(place);
    }

    /// Marks a file as changed.
    void invalidate(IndexedFile file) {
        grams.invalidate(files.indexOf(file));
        file.waiting = true;
        file.version++;
    }

    byte[] child(byte[] name) {
        byte[] full = Arrays.copyOf(path, path.length + name.length);
        System.arraycopy(name, 0, full, path.length, name.length);
        return full;
    }

    Optional<IndexedFile> file(byte[] name) {
        return files.stream().filter(it -> endsWith(it.path, it.path.length, name)).findFirst();
    }

    Optional<IndexedFolder> folder(byte[] name) {
        return folders.stream()
                .filter(it -> endsWith(it.path, it.path.length - 1, name))
                .findFirst();
    }

    private boolean endsWith(byte[] full, int end, byte[] name) {
        return Arrays.equals(full, path.length, end, name, 0, name.length);
    }
}
