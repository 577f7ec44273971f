package dev.deft.agent.memory.index;

import dev.deft.agent.memory.FoundMemory.Match;
import dev.deft.agent.memory.Memory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Collects the best matches of a search and reads their text. Of matches that overlap, only the
/// best is taken.
final class MatchReader {

    private final MemoryIndex index;
    private final Memory.Query query;
    private final Map<String, Boolean> readable = new HashMap<>();
    private final List<Ranking.Scored> taken = new ArrayList<>();
    private final List<Match> matches = new ArrayList<>();

    MatchReader(MemoryIndex index, Memory.Query query) {
        this.index = index;
        this.query = query;
    }

    boolean isFull() {
        return matches.size() >= query.most();
    }

    List<Match> list() {
        return List.copyOf(matches);
    }

    /// Adds a chunk if the call may read it.
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
        matches.add(
                new Match(
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
