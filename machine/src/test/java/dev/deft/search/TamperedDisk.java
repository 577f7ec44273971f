package dev.deft.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.deft.search.walk.DirectoryEntries;
import dev.deft.search.walk.Disk;
import dev.deft.search.walk.FileStat;
import dev.deft.search.walk.Folder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.AccessDeniedException;
import java.util.Set;

/// A disk on which some directories cannot be opened, as tests may run as root, and on which
/// something happens before a file is.
record TamperedDisk(Disk disk, Set<String> locked, Runnable beforeFile) implements Disk {

    @Override
    public Folder root() throws IOException {
        return disk.root();
    }

    @Override
    public Folder open(Folder parent, byte[] name) throws IOException {
        String text = new String(name, UTF_8);
        if (locked.contains(text)) {
            throw new AccessDeniedException(text);
        }
        return disk.open(parent, name);
    }

    @Override
    public void release(Folder folder) {
        disk.release(folder);
    }

    @Override
    public void list(Folder folder, DirectoryEntries into) throws IOException {
        disk.list(folder, into);
    }

    @Override
    public FileStat stat(Folder folder, byte[] name) throws IOException {
        return disk.stat(folder, name);
    }

    @Override
    public boolean openFile(Folder folder, byte[] path, int name) {
        beforeFile.run();
        return disk.openFile(folder, path, name);
    }

    @Override
    public long fill(MemorySegment buffer, long from, long to) {
        return disk.fill(buffer, from, to);
    }

    @Override
    public void closeFile() {
        disk.closeFile();
    }

    @Override
    public long indexOf(MemorySegment text, long from, long to, byte value) {
        return disk.indexOf(text, from, to, value);
    }

    @Override
    public long indexOf(MemorySegment text, long from, long to, MemorySegment needle) {
        return disk.indexOf(text, from, to, needle);
    }
}
