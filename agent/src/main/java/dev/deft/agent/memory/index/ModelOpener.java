package dev.deft.agent.memory.index;

import dev.deft.agent.memory.Embeddings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Opens the embeddings on the class path on first use, for all workspaces of an engine.
public final class ModelOpener implements Supplier<Optional<Embeddings>>, AutoCloseable {

    private final Path cache;
    private final Consumer<String> notices;
    private Optional<Embeddings> model = Optional.empty();
    private boolean opened;

    /// Opens nothing yet.
    ///
    /// @param cache the cache directory of the user
    /// @param notices gets a message if the embeddings cannot be used
    public ModelOpener(Path cache, Consumer<String> notices) {
        this.cache = cache;
        this.notices = notices;
    }

    /// The embeddings; empty if there are none, or if this machine cannot run them.
    @Override
    public synchronized Optional<Embeddings> get() {
        if (!opened) {
            opened = true;
            model = open();
        }
        return model;
    }

    private Optional<Embeddings> open() {
        ClassLoader loader = ModelOpener.class.getClassLoader();
        try {
            Optional<Embeddings.Provider> provider =
                    ServiceLoader.load(Embeddings.Provider.class, loader).findFirst();
            return provider.isPresent()
                    ? Optional.of(provider.get().open(cache.resolve("embeddings")))
                    : Optional.empty();
        } catch (IOException | ServiceConfigurationError e) {
            notices.accept(
                    "Memory is searched by keywords only, since the embeddings cannot be used here: "
                            + e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public synchronized void close() {
        // Without a lambda, since every short command comes by.
        if (model.isPresent()) {
            model.get().close();
        }
        model = Optional.empty();
    }
}
