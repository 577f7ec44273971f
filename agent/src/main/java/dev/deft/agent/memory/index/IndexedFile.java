package dev.deft.agent.memory.index;

import java.util.List;
import java.util.Optional;

/// A file of the index.
///
/// @param stamp identifies the version that was read; empty if only its content tells
/// @param hash of the content
/// @param text whether it is text; other files have no chunks
/// @param chunks in the order of the file
record IndexedFile(
        String path, Optional<String> stamp, String hash, boolean text, List<IndexedChunk> chunks) {

    IndexedFile {
        chunks = List.copyOf(chunks);
    }

    IndexedFile at(SourceFile file) {
        return new IndexedFile(file.path(), file.stamp(), hash, text, chunks);
    }

    IndexedFile with(List<IndexedChunk> other) {
        return new IndexedFile(path, stamp, hash, text, other);
    }

    boolean isEmbedded() {
        return chunks.stream().allMatch(it -> it.meaning().isPresent());
    }
}
