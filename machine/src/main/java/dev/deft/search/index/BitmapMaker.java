package dev.deft.search.index;

import dev.deft.search.regex.SearchPlan;
import dev.deft.search.walk.Folder;
import dev.deft.search.walk.NativeDisk;
import dev.deft.search.walk.NativeText;
import dev.deft.search.walk.Needle;
import dev.deft.search.walk.TextDecoder;
import dev.deft.search.walk.Worker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Reads files and computes their [Grams].
final class BitmapMaker {

    private static final int LARGEST_FILE = 16 << 20;

    /// The bitmaps of the files of a request; none if their folder was removed, fewer if it has to
    /// end.
    List<long[]> of(Worker worker, NativeDisk disk, Folder root, BitmapRequest request, Pace pace) {
        byte[] path = request.folder().path;
        Folder folder;
        try {
            folder = disk.openPath(root, path, request.prefix());
        } catch (IOException _) {
            return List.of();
        }
        try {
            List<long[]> made = new ArrayList<>();
            for (BitmapRequest.RequestedFile wanted : request.files()) {
                if (!pace.goOn()) {
                    break;
                }
                made.add(of(worker, disk, folder, wanted.file().path, path.length));
            }
            return made;
        } finally {
            disk.release(folder);
        }
    }

    private static boolean hasStranger(Worker worker, NativeDisk disk, long filled) {
        for (Needle stranger : worker.needles(SearchPlan.NON_ASCII_VARIANTS)) {
            if (stranger.next(disk, worker.buffer(), 0, filled) < filled) {
                return true;
            }
        }
        return false;
    }

    /// The bitmap of a file. It is unknown if the file has a second hard link, through which it may
    /// change unnoticed; if it is too large or not plain UTF-8, which is decoded before it is
    /// searched; or if it contains a non-ASCII case variant of an ASCII letter.
    private long[] of(Worker worker, NativeDisk disk, Folder folder, byte[] path, int name) {
        if (!disk.openFile(folder, path, name)) {
            return Grams.UNKNOWN;
        }
        try {
            return disk.linksOfOpenFile() == 1 ? ofOpenFile(worker, disk) : Grams.UNKNOWN;
        } finally {
            disk.closeFile();
            worker.shrink();
        }
    }

    private long[] ofOpenFile(Worker worker, NativeDisk disk) {
        NativeText buffer = worker.buffer();
        long filled = worker.fill(0);
        while (filled == worker.room()) {
            if (buffer.size() >= LARGEST_FILE) {
                return Grams.UNKNOWN;
            }
            buffer = worker.grow(filled);
            filled += worker.fill(filled);
        }
        int length = (int) filled;
        byte[] text = worker.heap(length);
        buffer.copyTo(text, 0, length);
        boolean plain =
                TextDecoder.isAscii(text, 0, length)
                        || (TextDecoder.isUtf8(text, 0, length)
                                && !hasStranger(worker, disk, filled));
        return plain ? Grams.of(text, length) : Grams.UNKNOWN;
    }
}
