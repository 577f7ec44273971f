package dev.deft.agent.memory.index;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The bytes of an index. It has the words of files as hash codes and their meaning as vectors, but
/// no text.
final class IndexFormat {

    /// Raised when the bytes, the chunks or the words change; other versions are not read.
    private static final int VERSION = 0xDEF70001;

    private static final int CHUNK_BYTES = 4 * Integer.BYTES + Long.BYTES + 2 * Integer.BYTES + 1;

    private IndexFormat() {}

    /// @param spare how many bytes to leave at the end
    static byte[] write(List<IndexedFile> files, String model, int spare) {
        long size = 2L * Integer.BYTES + text(model) + spare;
        for (IndexedFile file : files) {
            size += text(file.path()) + 1 + file.stamp().map(IndexFormat::text).orElse(0);
            size += text(file.hash()) + 1 + Integer.BYTES;
            for (IndexedChunk chunk : file.chunks()) {
                size += CHUNK_BYTES + 2L * Integer.BYTES * chunk.terms().hashes().length;
                size += chunk.meaning().map(IndexFormat::bytes).orElse(0);
            }
        }
        ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(size));
        out.putInt(VERSION);
        put(out, model);
        out.putInt(files.size());
        files.forEach(it -> put(out, it));
        return out.array();
    }

    private static int text(String text) {
        return Integer.BYTES + text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static void put(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.putInt(bytes.length).put(bytes);
    }

    private static void put(ByteBuffer out, IndexedFile file) {
        put(out, file.path());
        out.put((byte) (file.stamp().isPresent() ? 1 : 0));
        file.stamp().ifPresent(it -> put(out, it));
        put(out, file.hash());
        out.put((byte) (file.text() ? 1 : 0));
        out.putInt(file.chunks().size());
        file.chunks().forEach(it -> put(out, it));
    }

    private static void put(ByteBuffer out, IndexedChunk it) {
        Chunk chunk = it.chunk();
        out.putInt(chunk.startLine()).putInt(chunk.endLine());
        out.putInt(chunk.from()).putInt(chunk.length()).putLong(it.fingerprint());
        out.putInt(it.terms().length()).putInt(it.terms().hashes().length);
        for (int i = 0; i < it.terms().hashes().length; i++) {
            out.putInt(it.terms().hashes()[i]).putInt(it.terms().counts()[i]);
        }
        out.put((byte) (it.meaning().isPresent() ? 1 : 0));
        it.meaning().ifPresent(meaning -> put(out, meaning));
    }

    private static int bytes(Meaning meaning) {
        int length = meaning.mean().length;
        return 2 * Integer.BYTES
                + Float.BYTES * length
                + meaning.sentences().length * (Float.BYTES + length);
    }

    private static void put(ByteBuffer out, Meaning meaning) {
        out.putInt(meaning.mean().length).putInt(meaning.sentences().length);
        out.asFloatBuffer().put(meaning.mean());
        out.position(out.position() + meaning.mean().length * Float.BYTES);
        for (int i = 0; i < meaning.scales().length; i++) {
            out.putFloat(meaning.scales()[i]).put(meaning.sentences()[i]);
        }
    }

    /// @throws IllegalArgumentException if it is of another version or makes no sense
    /// @throws java.nio.BufferUnderflowException if it is too short
    static List<IndexedFile> read(ByteBuffer in, String model) {
        if (in.getInt() != VERSION) {
            return List.of();
        }
        boolean comparable = text(in).equals(model);
        int count = in.getInt();
        List<IndexedFile> files = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            files.add(file(in, comparable));
        }
        return files;
    }

    private static String text(ByteBuffer in) {
        byte[] bytes = new byte[checked(in, in.getInt(), 1)];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// A count that fits into what is left.
    private static int checked(ByteBuffer in, int count, int bytes) {
        if (count < 0 || (long) count * bytes > in.remaining()) {
            throw new IllegalArgumentException("a count of " + count);
        }
        return count;
    }

    private static IndexedFile file(ByteBuffer in, boolean comparable) {
        String path = text(in);
        Optional<String> stamp = in.get() == 1 ? Optional.of(text(in)) : Optional.empty();
        String hash = text(in);
        boolean text = in.get() == 1;
        int count = checked(in, in.getInt(), CHUNK_BYTES);
        List<IndexedChunk> chunks = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            IndexedChunk chunk = chunk(in);
            chunks.add(comparable ? chunk : chunk.withoutMeaning());
        }
        return new IndexedFile(path, stamp, hash, text, chunks);
    }

    private static IndexedChunk chunk(ByteBuffer in) {
        var chunk = new Chunk(in.getInt(), in.getInt(), in.getInt(), in.getInt());
        long fingerprint = in.getLong();
        int length = in.getInt();
        int words = checked(in, in.getInt(), 2 * Integer.BYTES);
        int[] hashes = new int[words];
        int[] counts = new int[words];
        for (int i = 0; i < words; i++) {
            hashes[i] = in.getInt();
            counts[i] = in.getInt();
        }
        Optional<Meaning> meaning = in.get() == 1 ? Optional.of(meaning(in)) : Optional.empty();
        return new IndexedChunk(
                chunk, fingerprint, new SearchTerms(hashes, counts, length), meaning);
    }

    private static Meaning meaning(ByteBuffer in) {
        int length = in.getInt();
        int count = in.getInt();
        float[] mean = new float[checked(in, length, Float.BYTES)];
        in.asFloatBuffer().get(mean);
        in.position(in.position() + length * Float.BYTES);
        checked(in, count, Float.BYTES + length);
        byte[][] sentences = new byte[count][length];
        float[] scales = new float[count];
        for (int i = 0; i < count; i++) {
            scales[i] = in.getFloat();
            in.get(sentences[i]);
        }
        return new Meaning(mean, sentences, scales);
    }
}
