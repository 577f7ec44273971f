package dev.deft.engine;

import dev.deft.agent.config.Configuration;
import dev.deft.dialect.Dialects;
import dev.deft.guard.CallQuota;
import dev.deft.policy.ToolLimits;
import dev.deft.run.Dialect;
import dev.deft.run.Gate;
import dev.deft.run.ToolRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The limits of tools that `agent.json` of the user and of the workspace set, where one does.
record ConfiguredLimits(Optional<Configuration> read) {

    static ConfiguredLimits of(Path root, Map<String, String> environment, String dialect)
            throws IOException {
        return new ConfiguredLimits(Configuration.ofLimits(root, environment, dialect));
    }

    private ToolLimits limits() {
        return read.orElseThrow().settings().limits();
    }

    /// What a person should know about them, in a sentence each.
    List<String> problems(ToolRegistry tools) {
        if (read.isEmpty()) {
            return List.of();
        }
        List<String> problems = new ArrayList<>(read.get().warnings());
        List<String> ids = tools.list().stream().map(it -> it.spec().id()).toList();
        problems.addAll(limits().mistakes(ids));
        return problems;
    }

    Dialect over(Dialect dialect) {
        return read.isEmpty() ? dialect : Dialects.limited(dialect, limits());
    }

    /// The setup with one gate more, where calls are counted: the last, so that no call counts that
    /// another gate denies.
    Setup over(Setup setup) {
        if (read.isEmpty() || !limits().boundsCalls()) {
            return setup;
        }
        List<Gate> guards = new ArrayList<>(setup.guards());
        guards.add(new CallQuota(limits()));
        return setup.guardedBy(guards);
    }
}
