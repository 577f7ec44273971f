package dev.deft.search.walk;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// The resources of one thread for walking and searching: its disk and its reused buffers.
public final class Worker implements AutoCloseable {

    private static final int BUFFER = 256 * 1024;

    /// Few files are longer.
    private static final int HEAP = 32 * 1024;

    private static final int NEEDLES = 2048;
    private static final int LARGEST_RULES = 1 << 20;

    private final Disk disk;
    private final DirectoryEntries listing = new DirectoryEntries();
    private final NativeText usual = NativeText.allocate(BUFFER);
    private NativeText buffer = usual;

    /// The memory of a buffer that grew.
    private Optional<Arena> grown = Optional.empty();

    private Optional<NativeText> folded = Optional.empty();
    private byte[] heap = new byte[HEAP];
    private final NativeText needles = NativeText.allocate(NEEDLES);

    Worker(Disk disk) {
        this.disk = disk;
    }

    public Disk disk() {
        return disk;
    }

    /// The entries of the directory this thread read last; reused.
    public DirectoryEntries listing() {
        return listing;
    }

    public NativeText buffer() {
        return buffer;
    }

    /// How much of the buffer may be filled: all but its last byte, which stays a NUL.
    public long room() {
        return buffer.size() - 1L;
    }

    /// Reads more of the open file into the buffer, behind its first `used` bytes, and puts a NUL
    /// behind that, as an end mark for searches.
    ///
    /// @return how many bytes were read; fewer than there is room for at the end of the file
    public long fill(long used) {
        long added = Math.max(0, disk.fill(buffer.memory(), used, room()));
        buffer.set(used + added, (byte) 0);
        return added;
    }

    /// A buffer of twice the size with the same first `used` bytes; the old one is freed.
    public NativeText grow(long used) {
        Arena larger = Arena.ofShared();
        NativeText next = NativeText.allocate(larger, buffer.size() * 2L);
        MemorySegment.copy(buffer.memory(), 0, next.memory(), 0, used);
        replace(next, Optional.of(larger));
        return next;
    }

    /// Shrinks buffers that an unusually long line made grow.
    public void shrink() {
        if (buffer.size() > BUFFER) {
            replace(usual, Optional.empty());
        }
        if (heap.length > BUFFER) {
            heap = new byte[BUFFER];
        }
    }

    private void replace(NativeText next, Optional<Arena> memory) {
        grown.ifPresent(Arena::close);
        grown = memory;
        buffer = next;
        folded = Optional.empty();
    }

    /// A copy of `[from, to)` of the buffer, at the same offset, with bit 0x20 set in every byte,
    /// and with a NUL behind it.
    public NativeText folded(long from, long to) {
        NativeText copy = folded.orElseGet(this::another);
        folded = Optional.of(copy);
        int length = (int) (to - from);
        byte[] text = heap(length + 1);
        buffer.copyTo(text, from, length);
        for (int i = 0; i < length; i++) {
            text[i] |= 0x20;
        }
        text[length] = 0;
        copy.copyFrom(text, from, length + 1);
        return copy;
    }

    private NativeText another() {
        return grown.map(it -> NativeText.allocate(it, buffer.size()))
                .orElseGet(() -> NativeText.allocate(buffer.size()));
    }

    /// The texts in native memory, valid until the next call.
    public Needle[] needles(List<byte[]> texts) {
        Needle[] copies = new Needle[texts.size()];
        int at = 0;
        for (int i = 0; i < copies.length; i++) {
            byte[] text = texts.get(i);
            copies[i] = Needle.of(text, needles, at);
            at += text.length + 1;
        }
        return copies;
    }

    public byte[] heap(int size) {
        if (heap.length < size) {
            heap = new byte[Math.max(size, heap.length * 2)];
        }
        return heap;
    }

    /// The content of a small file, such as a `.gitignore`; empty if it cannot be read.
    byte[] readSmall(Folder folder, byte[] name) {
        if (!disk.openFile(folder, name, 0)) {
            return new byte[0];
        }
        try {
            long size = 0;
            while (true) {
                if (size == room()) {
                    if (buffer.size() >= LARGEST_RULES) {
                        break;
                    }
                    grow(size);
                }
                long length = fill(size);
                if (length == 0) {
                    break;
                }
                size += length;
            }
            byte[] content = new byte[(int) size];
            buffer.copyTo(content, 0, content.length);
            return content;
        } finally {
            disk.closeFile();
            shrink();
        }
    }

    /// Opens a folder below `parent`; the caller releases both.
    public Folder open(Folder parent, byte[] name) throws IOException {
        return disk.open(parent, name);
    }

    @Override
    public void close() {
        replace(usual, Optional.empty());
    }
}
