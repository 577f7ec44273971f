package dev.deft.engine;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Settings.ToolSettings;
import dev.deft.agent.config.Trust;
import dev.deft.dialect.Dialects;
import dev.deft.guard.AllowedPaths;
import dev.deft.registry.Dialect;
import dev.deft.run.Gate;
import dev.deft.run.PipelineParts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The limits that `config.yml` of the pegasus dialect sets for all calls.
record ToolBounds(Optional<ToolSettings> settings, List<String> warnings) {

    ToolBounds {
        warnings = List.copyOf(warnings);
    }

    /// The files that set them; they are protected from unapproved changes.
    static Set<String> files(AgentSpec agent) {
        return isRead(agent) ? Set.of(Configuration.YML) : Set.of();
    }

    /// The same files below a root.
    static List<Path> protectedFiles(AgentSpec agent, Path root) {
        return files(agent).stream().map(root::resolve).toList();
    }

    private static boolean isRead(AgentSpec agent) {
        return agent.toolset().dialect().equals("pegasus");
    }

    static ToolBounds of(EngineParts engine, Path root, SessionSetup setup) throws IOException {
        if (!isRead(setup.agent())) {
            return new ToolBounds(Optional.empty(), List.of());
        }
        Optional<Configuration> read =
                Configuration.ofTools(
                        root,
                        engine.environment(),
                        Trust.of(setup.policy(), root, engine.environment()));
        return new ToolBounds(
                read.flatMap(it -> it.settings().tools()),
                read.map(Configuration::callWarnings).orElse(List.of()));
    }

    Dialect over(Dialect dialect) {
        return settings.isEmpty()
                ? dialect
                : Dialects.withTimeout(dialect, Duration.ofMillis(settings.get().timeoutMillis()));
    }

    PipelineParts over(PipelineParts parts) {
        return settings.isEmpty() ? parts : parts.withMaxConcurrent(settings.get().maxConcurrent());
    }

    /// The gate for the allowed paths, if there are any.
    List<Gate> gates(Path root) {
        Optional<List<String>> paths = settings.flatMap(ToolSettings::allowedPaths);
        return paths.isEmpty() ? List.of() : List.of(new AllowedPaths(root, paths.get()));
    }
}
