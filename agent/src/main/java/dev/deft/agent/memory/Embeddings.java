package dev.deft.agent.memory;

import java.io.IOException;
import java.nio.file.Path;

/// Turns text into vectors; the closer two texts are in meaning, the smaller the angle between
/// theirs.
///
/// It may be used by several threads.
public interface Embeddings extends AutoCloseable {

    /// Names the model. Vectors of models with different names are never compared.
    String id();

    /// The vector of a text, of length 1. What exceeds the window of the model is ignored.
    float[] embed(String text) throws IOException;

    @Override
    void close();

    /// Opens embeddings. `memory_search` finds it on the class path, as a service, on first use.
    interface Provider {

        /// Opens the model.
        ///
        /// @param cache a directory for files that are expensive to create, such as native
        ///   libraries; it need not exist
        /// @throws IOException if this machine cannot run it; the message says why
        Embeddings open(Path cache) throws IOException;
    }
}
