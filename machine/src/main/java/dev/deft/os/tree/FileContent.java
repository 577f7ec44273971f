package dev.deft.os.tree;

import dev.deft.host.Bytes;
import java.io.EOFException;
import java.io.IOException;

/// The content of a file: in memory, or read in chunks from the disk when it is large.
public interface FileContent {

    /// The largest content to hold in memory.
    long MOST_HELD = 4L << 20;

    /// The chunk size.
    int PIECE = 1 << 20;

    long size();

    /// Reads up to `length` bytes at a position; fewer only at the end.
    Bytes read(long position, int length) throws IOException;

    static FileContent of(Bytes bytes) {
        return new InMemory(bytes);
    }

    /// The whole content, in memory.
    default Bytes bytes() throws IOException {
        Bytes all = read(0, Math.toIntExact(size()));
        if (all.size() != size()) {
            throw new EOFException("a file became shorter while it was read");
        }
        return all;
    }

    /// Whether two contents are equal, byte by byte.
    default boolean isSame(FileContent other) throws IOException {
        if (size() != other.size()) {
            return false;
        }
        for (long at = 0; at < size(); at += PIECE) {
            if (!read(at, PIECE).equals(other.read(at, PIECE))) {
                return false;
            }
        }
        return true;
    }

    /// Passes the content on, chunk by chunk.
    default void transferTo(ChunkSink sink) throws IOException {
        for (long at = 0; at < size(); at += PIECE) {
            Bytes piece = read(at, PIECE);
            if (piece.size() < Math.min(PIECE, size() - at)) {
                throw new EOFException("a file became shorter while it was read");
            }
            sink.take(piece);
        }
    }

    /// Receives the chunks of a content.
    @FunctionalInterface
    interface ChunkSink {

        void take(Bytes piece) throws IOException;
    }

    /// A content in memory.
    record InMemory(Bytes bytes) implements FileContent {

        @Override
        public long size() {
            return bytes.size();
        }

        @Override
        public Bytes read(long position, int length) {
            return bytes.part(position, length);
        }

        @Override
        public boolean isSame(FileContent other) throws IOException {
            return other instanceof InMemory that
                    ? bytes.equals(that.bytes)
                    : FileContent.super.isSame(other);
        }

        @Override
        public void transferTo(ChunkSink sink) throws IOException {
            sink.take(bytes);
        }
    }
}
