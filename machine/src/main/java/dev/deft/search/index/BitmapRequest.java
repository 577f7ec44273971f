package dev.deft.search.index;

import dev.deft.search.index.IndexedFolder.IndexedFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Files of one folder whose bitmaps are missing.
///
/// @param prefix how much of the folder's path leads to the root
record BitmapRequest(IndexedFolder folder, int prefix, List<RequestedFile> files) {

    /// The batch size, so that a large folder is not repacked too often.
    private static final int MOST_FILES = 256;

    /// A file and its version at the time of the request.
    record RequestedFile(IndexedFile file, int version) {}

    /// Adds the missing bitmaps of `folder` to `requests`.
    static void addAll(IndexedFolder folder, int prefix, List<BitmapRequest> requests) {
        List<RequestedFile> files = new ArrayList<>();
        for (IndexedFile file : folder.files) {
            if (file.waiting) {
                files.add(new RequestedFile(file, file.version));
            }
            if (files.size() == MOST_FILES) {
                requests.add(new BitmapRequest(folder, prefix, files));
                files = new ArrayList<>();
            }
        }
        if (!files.isEmpty()) {
            requests.add(new BitmapRequest(folder, prefix, files));
        }
    }

    /// Stores the bitmaps in the folder, except those of files that have changed meanwhile; returns
    /// by how many bytes the index grows.
    ///
    /// @param made in the order of the files; files without one become unknown
    long store(List<long[]> made) {
        Map<IndexedFile, long[]> fresh = new HashMap<>();
        for (int i = 0; i < files.size(); i++) {
            RequestedFile wanted = files.get(i);
            if (wanted.file.alive && wanted.file.version == wanted.version) {
                wanted.file.waiting = false;
                fresh.put(wanted.file, i < made.size() ? made.get(i) : Grams.UNKNOWN);
            }
        }
        Map<Integer, long[]> places = new HashMap<>();
        for (int i = 0; i < folder.files.size(); i++) {
            long[] bits = fresh.get(folder.files.get(i));
            if (bits != null) {
                places.put(i, bits);
            }
        }
        long before = folder.grams.bytes();
        folder.grams.replace(places);
        return folder.grams.bytes() - before;
    }
}
