package dev.deft.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.search.EntryList.Entry;
import dev.deft.search.EntryList.Kind;
import dev.deft.search.walk.DirectoryEntries;
import dev.deft.search.walk.FileStat;
import dev.deft.search.walk.Folder;
import dev.deft.search.walk.Visitor;
import dev.deft.search.walk.Worker;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Collects the entries of a walk for a [ListQuery].
final class ListCollector implements Visitor {

    private final List<Raw> found = new ArrayList<>();

    @SuppressWarnings("ArrayRecordComponent")
    private record Raw(byte[] path, FileStat stat) {}

    @Override
    public void file(Worker worker, Folder folder, byte[] path, int name) {
        add(worker, folder, path, name);
    }

    @Override
    public void other(
            Worker worker, Folder folder, byte[] path, int name, DirectoryEntries.Type type) {
        add(worker, folder, path, name);
    }

    private void add(Worker worker, Folder folder, byte[] path, int name) {
        try {
            byte[] own = Arrays.copyOfRange(path, name, path.length);
            FileStat stat = worker.disk().stat(folder, own);
            synchronized (found) {
                found.add(new Raw(path, stat));
            }
        } catch (IOException _) {
            // It was removed after the directory was listed.
        }
    }

    EntryList finish(ListQuery query, int prefix, int unreadable) {
        found.sort((a, b) -> Arrays.compareUnsigned(a.path, b.path));
        List<Entry> entries =
                found.stream().limit(query.limit()).map(it -> entry(it, prefix)).toList();
        return new EntryList(entries, found.size(), unreadable);
    }

    private static Entry entry(Raw raw, int prefix) {
        String path = new String(raw.path, prefix, raw.path.length - prefix, UTF_8);
        Kind kind =
                switch (raw.stat.type()) {
                    case FILE -> Kind.FILE;
                    case DIRECTORY -> Kind.DIRECTORY;
                    case LINK -> Kind.LINK;
                    case OTHER -> Kind.OTHER;
                };
        Instant modified = Instant.ofEpochSecond(0, raw.stat.modified());
        return new Entry(path, kind, raw.stat.size(), modified);
    }
}
