package dev.deft.agent.memory.index;

import java.util.Optional;

/// A chunk with what a search needs of it.
///
/// @param fingerprint of its text and its heading
/// @param meaning empty until it is embedded
record IndexedChunk(Chunk chunk, long fingerprint, SearchTerms terms, Optional<Meaning> meaning) {

    IndexedChunk with(Meaning embedded) {
        return new IndexedChunk(chunk, fingerprint, terms, Optional.of(embedded));
    }

    IndexedChunk withoutMeaning() {
        return new IndexedChunk(chunk, fingerprint, terms, Optional.empty());
    }
}
