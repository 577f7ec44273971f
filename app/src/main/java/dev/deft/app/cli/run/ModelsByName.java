package dev.deft.app.cli.run;

import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.wires.Models;
import dev.deft.engine.NamedModels;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// The models that agents or users name, each opened when it is first asked for and closed with
/// this.
public final class ModelsByName implements NamedModels, AutoCloseable {

    private final Settings settings;
    private final Map<String, Model> open = new LinkedHashMap<>();

    /// Knows how a model is reached.
    @FunctionalInterface
    public interface Settings {

        ModelSettings of(String name) throws IOException;
    }

    /// Creates a set without models.
    ///
    /// @param settings such as [RunOptions#model]
    public ModelsByName(Settings settings) {
        this.settings = settings;
    }

    @Override
    public synchronized Model find(String name) throws IOException {
        Model known = open.get(name);
        if (known != null) {
            return known;
        }
        Model model = Models.of(settings.of(name));
        open.put(name, model);
        return model;
    }

    @Override
    public synchronized void close() {
        open.values().forEach(Model::close);
        open.clear();
    }
}
