package dev.deft.agent.memory.index;

import dev.deft.host.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Turns the content of a file into matches with their words. What matches mean is taken over where
/// they have not changed.
final class FileIndexer {

    private final Map<Long, Meaning> meanings = new HashMap<>();

    /// @param before files whose meanings can be used again
    FileIndexer(Iterable<IndexedFile> before) {
        for (IndexedFile file : before) {
            for (IndexedChunk chunk : file.chunks()) {
                chunk.meaning().ifPresent(it -> meanings.put(chunk.fingerprint(), it));
            }
        }
    }

    IndexedFile index(SourceFile file, Bytes content, String hash) {
        boolean text = isText(content);
        return new IndexedFile(
                file.path(), file.stamp(), hash, text, text ? chunks(text(content)) : List.of());
    }

    private List<IndexedChunk> chunks(String text) {
        return Chunker.split(text).stream().map(it -> chunk(text, it)).toList();
    }

    private IndexedChunk chunk(String file, Chunk chunk) {
        String text = Sentences.heading(file, chunk) + Chunker.text(file, chunk);
        long fingerprint = fingerprint(text);
        return new IndexedChunk(
                chunk,
                fingerprint,
                SearchTerms.of(text),
                Optional.ofNullable(meanings.get(fingerprint)));
    }

    private static boolean isText(Bytes content) {
        for (int i = 0; i < content.size(); i++) {
            if (content.at(i) == 0) {
                return false;
            }
        }
        return true;
    }

    /// Malformed bytes become replacement characters, so that line numbers stay right.
    static String text(Bytes content) {
        return content.text(StandardCharsets.UTF_8);
    }

    static String hash(Bytes content) {
        return HexFormat.of().formatHex(digest(content.buffer()));
    }

    private static long fingerprint(String text) {
        return ByteBuffer.wrap(digest(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))))
                .getLong();
    }

    private static byte[] digest(ByteBuffer content) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(content);
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
