package dev.deft.embeddings;

import dev.deft.agent.memory.Embeddings;
import java.io.IOException;
import java.nio.file.Path;

/// Finds the model on the class path, for `memory_search`.
public final class MiniLmProvider implements Embeddings.Provider {

    /// Creates the provider; it opens nothing yet.
    public MiniLmProvider() {}

    @Override
    public Embeddings open(Path cache) throws IOException {
        return MiniLm.open(cache);
    }
}
