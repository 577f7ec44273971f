package dev.deft.search.index;

import dev.deft.search.glob.Glob;
import dev.deft.search.index.Grams.GramQuery;
import java.util.ArrayList;
import java.util.List;

/// The files that may match, according to the index.
public record Candidates(List<Group> groups, int unreadable) {

    /// The files of one directory that may match.
    ///
    /// @param folder its path, with a slash at its end
    @SuppressWarnings("ArrayRecordComponent")
    public record Group(byte[] folder, List<byte[]> files) {}

    public int files() {
        return groups.stream().mapToInt(it -> it.files().size()).sum();
    }

    static Candidates below(IndexedFolder from, Glob glob, GramQuery query) {
        List<Group> groups = new ArrayList<>();
        int unreadable = gather(from, glob, glob.start(), query, groups);
        return new Candidates(groups, unreadable);
    }

    /// Adds the candidates at and below `folder`; returns the number of unreadable directories.
    private static int gather(
            IndexedFolder folder, Glob glob, long[] state, GramQuery query, List<Group> groups) {
        if (!folder.readable) {
            return 1;
        }
        List<byte[]> files = new ArrayList<>(0);
        for (int i = 0; i < folder.files.size(); i++) {
            if (folder.grams.mayMatch(i, query)) {
                byte[] path = folder.files.get(i).path;
                if (glob.accepts(state, path, folder.path.length)) {
                    files.add(path);
                }
            }
        }
        if (!files.isEmpty()) {
            groups.add(new Group(folder.path, files));
        }
        int unreadable = 0;
        for (IndexedFolder below : folder.folders) {
            long[] inside = glob.descend(state, below.name, 0);
            if (inside.length > 0) {
                unreadable += gather(below, glob, inside, query, groups);
            }
        }
        return unreadable;
    }
}
