package dev.deft.agent.memory.index;

import dev.deft.agent.memory.FoundMemory.Passage;
import dev.deft.agent.memory.Memory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Collects the best passages of a search and reads their text. Of passages that overlap, only the
/// best is taken.
final class PassageReader {

    private final MemoryIndex index;
    private final Memory.Query query;
    private final Map<String, Boolean> readable = new HashMap<>();
    private final List<Ranking.Scored> taken = new ArrayList<>();
    private final List<Passage> passages = new ArrayList<>();

    PassageReader(MemoryIndex index, Memory.Query query) {
        this.index = index;
        this.query = query;
    }

    boolean isFull() {
        return passages.size() >= query.most();
    }

    List<Passage> list() {
        return List.copyOf(passages);
    }

    /// Adds a passage if the call may read it.
    ///
    /// @return false if the file is not what the index says
    boolean add(Ranking.Scored scored) throws IOException {
        String path = scored.file().path();
        if (!readable.computeIfAbsent(path, query.mayRead()::test) || isTaken(scored)) {
            return true;
        }
        Optional<String> text = index.text(scored.file());
        if (text.isEmpty()) {
            return false;
        }
        Chunk chunk = scored.chunk();
        taken.add(scored);
        passages.add(
                new Passage(
                        path,
                        chunk.startLine(),
                        chunk.endLine(),
                        scored.score(),
                        Chunker.text(text.get(), chunk)));
        return true;
    }

    private boolean isTaken(Ranking.Scored scored) {
        return taken.stream()
                .anyMatch(it ->
                        it.file().path().equals(scored.file().path())
                                && it.chunk().overlaps(scored.chunk()));
    }
}
