package dev.deft.engine;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Settings.ToolSettings;
import dev.deft.agent.config.Trust;
import dev.deft.dialect.Dialects;
import dev.deft.guard.AllowedPaths;
import dev.deft.run.Dialect;
import dev.deft.run.Gate;
import dev.deft.run.Road;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What `config.yml` of the pegasus dialect says about every call, where there is one.
record ToolBounds(Optional<ToolSettings> settings) {

    /// The files of the workspace that say so; nothing a model does may change them unasked.
    static Set<String> files(Setup setup) {
        return isRead(setup) ? Set.of(Configuration.YML) : Set.of();
    }

    private static boolean isRead(Setup setup) {
        return setup.dialect().equals("pegasus");
    }

    static ToolBounds of(Setup setup) throws IOException {
        if (!isRead(setup)) {
            return new ToolBounds(Optional.empty());
        }
        Optional<Configuration> read =
                Configuration.ofTools(setup.root(), setup.environment(), Trust.of(setup.policy()));
        read.ifPresent(it -> it.warnings().forEach(setup.notices()));
        return new ToolBounds(read.flatMap(it -> it.settings().tools()));
    }

    Dialect over(Dialect dialect) {
        return settings.isEmpty()
                ? dialect
                : Dialects.patient(dialect, Duration.ofMillis(settings.get().timeoutMillis()));
    }

    Road over(Road road) {
        return settings.isEmpty() ? road : road.atOnce(settings.get().atOnce());
    }

    /// The setup with one gate more, where paths are listed.
    Setup over(Setup setup) {
        Optional<List<String>> paths = settings.flatMap(ToolSettings::allowedPaths);
        if (paths.isEmpty()) {
            return setup;
        }
        List<Gate> guards = new ArrayList<>(setup.guards());
        guards.add(new AllowedPaths(setup.root(), paths.get()));
        return setup.guardedBy(guards);
    }
}
