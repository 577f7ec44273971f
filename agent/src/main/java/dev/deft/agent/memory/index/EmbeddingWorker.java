package dev.deft.agent.memory.index;

import dev.deft.agent.memory.Embeddings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Embeds files in the background, one after the other, until all are done.
///
/// It has a thread of its own, since native code would hold the carrier of a virtual one.
final class EmbeddingWorker {

    /// A killed process loses no more work than this.
    private static final long SAVE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /// A large file is embedded in parts, so that closing need not wait for all of it.
    private static final int AT_ONCE = 16;

    private final MemoryIndex index;
    private final Embeddings embeddings;

    EmbeddingWorker(MemoryIndex index, Embeddings embeddings) {
        this.index = index;
        this.embeddings = embeddings;
    }

    Thread start() {
        return Thread.ofPlatform().daemon().name("memory-index").start(this::run);
    }

    private void run() {
        Optional<String> problem = Optional.empty();
        try {
            embedAll();
        } catch (IOException e) {
            problem =
                    Optional.of(
                            "Memory files could not be embedded and are found by keywords only: "
                                    + e.getMessage());
        } finally {
            index.workerEnded(problem);
        }
    }

    private void embedAll() throws IOException {
        long saved = System.nanoTime();
        Set<String> changed = new HashSet<>();
        for (Optional<IndexedFile> next = index.nextToEmbed(changed);
                next.isPresent();
                next = index.nextToEmbed(changed)) {
            Optional<String> text = index.text(next.get());
            if (text.isPresent()) {
                index.embedded(next.get().with(chunks(next.get(), text.get())));
            } else {
                changed.add(next.get().path());
            }
            if (System.nanoTime() - saved > SAVE_NANOS) {
                index.save();
                saved = System.nanoTime();
            }
        }
    }

    /// The chunks of a file, some more of them embedded.
    private List<IndexedChunk> chunks(IndexedFile file, String text) throws IOException {
        List<IndexedChunk> chunks = new ArrayList<>();
        int embedded = 0;
        for (IndexedChunk it : file.chunks()) {
            boolean next = it.meaning().isEmpty() && embedded < AT_ONCE;
            embedded += next ? 1 : 0;
            chunks.add(next ? it.with(meaning(text, it.chunk())) : it);
        }
        return chunks;
    }

    private Meaning meaning(String text, Chunk chunk) throws IOException {
        List<float[]> vectors = new ArrayList<>();
        for (String sentence : Sentences.of(text, chunk)) {
            vectors.add(embeddings.embed(sentence));
        }
        return Meaning.of(vectors);
    }
}
