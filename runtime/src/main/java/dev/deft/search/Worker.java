package dev.deft.search;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// What one thread needs to walk and to search: its way to the disk and its reused memory.
final class Worker implements AutoCloseable {

    private static final int BUFFER = 256 * 1024;
    private static final int NEEDLES = 2048;
    private static final int LARGEST_RULES = 1 << 20;

    final Disk disk;
    final Listing listing = new Listing();
    private Arena memory = Arena.ofShared();
    private MemorySegment buffer = memory.allocate(BUFFER, 64);
    private byte[] heap = new byte[BUFFER];
    private final Arena lasting = Arena.ofShared();
    private final MemorySegment needles = lasting.allocate(NEEDLES, 8);

    Worker(Disk disk) {
        this.disk = disk;
    }

    MemorySegment buffer() {
        return buffer;
    }

    /// A buffer of twice the size with the same first `used` bytes; the old one is gone.
    MemorySegment grow(long used) {
        Arena larger = Arena.ofShared();
        MemorySegment next = larger.allocate(buffer.byteSize() * 2, 64);
        MemorySegment.copy(buffer, 0, next, 0, used);
        memory.close();
        memory = larger;
        buffer = next;
        return next;
    }

    /// Gives back what an unusually long line made the buffers grow to.
    void shrink() {
        if (buffer.byteSize() > BUFFER) {
            memory.close();
            memory = Arena.ofShared();
            buffer = memory.allocate(BUFFER, 64);
        }
        if (heap.length > BUFFER) {
            heap = new byte[BUFFER];
        }
    }

    /// The texts in native memory, until the next call.
    MemorySegment[] needles(List<byte[]> texts) {
        MemorySegment[] copies = new MemorySegment[texts.size()];
        long at = 0;
        for (int i = 0; i < copies.length; i++) {
            byte[] text = texts.get(i);
            copies[i] = needles.asSlice(at, text.length);
            MemorySegment.copy(text, 0, copies[i], JAVA_BYTE, 0, text.length);
            at += text.length;
        }
        return copies;
    }

    byte[] heap(int size) {
        if (heap.length < size) {
            heap = new byte[Math.max(size, heap.length * 2)];
        }
        return heap;
    }

    /// The whole of a small file, such as a `.gitignore`; nothing if it cannot be read.
    byte[] readSmall(Folder folder, byte[] name) {
        if (!disk.openFile(folder, name)) {
            return new byte[0];
        }
        try {
            long size = 0;
            while (true) {
                if (size == buffer.byteSize()) {
                    if (size >= LARGEST_RULES) {
                        break;
                    }
                    grow(size);
                }
                long length = disk.fill(buffer, size);
                if (length <= 0) {
                    break;
                }
                size += length;
            }
            return buffer.asSlice(0, size).toArray(JAVA_BYTE);
        } finally {
            disk.closeFile();
            shrink();
        }
    }

    /// Opens a folder below `parent`; the caller releases both.
    Folder open(Folder parent, byte[] name) throws IOException {
        return disk.open(parent, name);
    }

    @Override
    public void close() {
        disk.close();
        memory.close();
        lasting.close();
    }
}
