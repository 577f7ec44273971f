package dev.deft.os.tree;

import dev.deft.host.Bytes;
import java.io.EOFException;
import java.io.IOException;

/// What a file holds: in memory, or too much for that and read piece by piece from where it lies.
public interface FileContent {

    /// More than this is not held in memory.
    long MOST_HELD = 4L << 20;

    /// How much is read at once.
    int PIECE = 1 << 20;

    long size();

    /// Reads up to `length` bytes from a position on; fewer only at the end.
    Bytes read(long position, int length) throws IOException;

    static FileContent of(Bytes bytes) {
        return new Held(bytes);
    }

    /// All of it, in memory.
    default Bytes bytes() throws IOException {
        Bytes all = read(0, Math.toIntExact(size()));
        if (all.size() != size()) {
            throw new EOFException("a file became shorter while it was read");
        }
        return all;
    }

    /// Whether another one is the same to the byte.
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

    /// Hands out all of it, piece by piece.
    default void pour(Basin basin) throws IOException {
        for (long at = 0; at < size(); at += PIECE) {
            Bytes piece = read(at, PIECE);
            if (piece.size() < Math.min(PIECE, size() - at)) {
                throw new EOFException("a file became shorter while it was read");
            }
            basin.take(piece);
        }
    }

    /// Takes one piece after the other.
    @FunctionalInterface
    interface Basin {

        void take(Bytes piece) throws IOException;
    }

    /// Some bytes in memory.
    record Held(Bytes bytes) implements FileContent {

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
            return other instanceof Held that
                    ? bytes.equals(that.bytes)
                    : FileContent.super.isSame(other);
        }

        @Override
        public void pour(Basin basin) throws IOException {
            basin.take(bytes);
        }
    }
}
