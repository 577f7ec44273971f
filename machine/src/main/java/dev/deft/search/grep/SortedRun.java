package dev.deft.search.grep;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/// Sorted matches: some in memory, or many in a temporary file that is deleted on close.
abstract class SortedRun implements AutoCloseable {

    /// The next part, if [#hasNext].
    abstract FileMatches next() throws IOException;

    abstract boolean hasNext();

    @Override
    public void close() throws IOException {}

    static SortedRun inMemory(List<FileMatches> sorted) {
        return new InMemory(sorted.iterator());
    }

    /// Merges several runs into one, which closes them.
    static SortedRun merged(List<SortedRun> runs) throws IOException {
        return new Merged(runs);
    }

    private static final class InMemory extends SortedRun {

        private final Iterator<FileMatches> parts;

        InMemory(Iterator<FileMatches> parts) {
            this.parts = parts;
        }

        @Override
        boolean hasNext() {
            return parts.hasNext();
        }

        @Override
        FileMatches next() {
            return parts.next();
        }
    }

    /// A run on disk: [#add] all parts, then read them.
    static final class OnDisk extends SortedRun {

        private final FileChannel file;
        private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
        private int left;

        /// Only the owner can read the temporary file.
        OnDisk() throws IOException {
            Path path = Files.createTempFile("deft-grep", ".tmp");
            boolean opened = false;
            try {
                this.file =
                        FileChannel.open(
                                path,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.DELETE_ON_CLOSE);
                opened = true;
            } finally {
                if (!opened) {
                    Files.deleteIfExists(path);
                }
            }
        }

        void add(FileMatches part) throws IOException {
            ByteBuffer bytes = part.write();
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            left++;
        }

        void rewind() throws IOException {
            file.position(0);
        }

        @Override
        boolean hasNext() {
            return left > 0;
        }

        @Override
        FileMatches next() throws IOException {
            fill(length.clear());
            ByteBuffer bytes = ByteBuffer.allocate(length.getInt(0));
            fill(bytes);
            left--;
            return FileMatches.read(bytes.flip());
        }

        private void fill(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                if (file.read(bytes) < 0) {
                    throw new EOFException("a temporary file of a search is too short");
                }
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private static final class Merged extends SortedRun {

        private final List<SortedRun> runs;
        private final PriorityQueue<Head> heads =
                new PriorityQueue<>((a, b) -> FileMatches.IN_ORDER.compare(a.part, b.part));

        private record Head(FileMatches part, SortedRun run) {}

        Merged(List<SortedRun> runs) throws IOException {
            this.runs = List.copyOf(runs);
            for (SortedRun run : runs) {
                advance(run);
            }
        }

        private void advance(SortedRun run) throws IOException {
            if (run.hasNext()) {
                heads.add(new Head(run.next(), run));
            }
        }

        @Override
        boolean hasNext() {
            return !heads.isEmpty();
        }

        @Override
        FileMatches next() throws IOException {
            Head head = heads.poll();
            if (head == null) {
                throw new NoSuchElementException();
            }
            advance(head.run);
            return head.part;
        }

        @Override
        public void close() throws IOException {
            for (SortedRun run : runs) {
                run.close();
            }
        }
    }
}
