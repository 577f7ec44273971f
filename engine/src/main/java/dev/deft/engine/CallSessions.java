package dev.deft.engine;

import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionSummary;
import dev.deft.agent.session.file.LogDirectory;
import dev.deft.agent.session.tool.AgentInfo;
import dev.deft.agent.session.tool.Delivery;
import dev.deft.agent.session.tool.Outbox;
import dev.deft.agent.session.tool.SessionLogs;
import dev.deft.agent.session.tool.StoredLogs;
import dev.deft.agent.session.tool.WorkspaceSessions;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.CallLifetime;
import dev.deft.os.OsFileLocks;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The sessions of a workspace, for one call of one of them.
///
/// @param model the name of the session's model
record CallSessions(
        EngineParts engine,
        SharedRoot shared,
        AgentSpec spec,
        Optional<String> model,
        Dialect dialect,
        SessionId current,
        CallLifetime lifetime)
        implements WorkspaceSessions {

    @Override
    public AgentInfo agent() {
        LoopSettings loop = spec.loop();
        return new AgentInfo(
                spec.name(),
                model,
                dialect.tools().stream().map(DialectTool::name).toList(),
                loop.maxSteps());
    }

    @Override
    public List<SessionSummary> list() throws IOException {
        lifetime.check();
        return shared.store().list();
    }

    @Override
    public SessionLogs logs(Optional<String> directory) throws IOException {
        lifetime.check();
        if (engine.stores().isEmpty()) {
            return LogDirectory.of(
                    SessionFiles.paths(shared.root(), engine.environment()),
                    new OsFileLocks(),
                    directory);
        }
        if (directory.isPresent()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "The sessions of this program are not stored in directories.");
        }
        return new StoredLogs(shared.store(), shared.sessions());
    }

    @Override
    public Delivery send(SessionId to, String content) throws IOException {
        lifetime.checkEffect();
        return new Outbox(shared.store(), shared.sessions(), engine.clock())
                .deliver(
                        to,
                        new Entry.User(
                                List.of(new Part.Text(content)), "session:" + current.value()));
    }

    @Override
    public OptionalDouble cost(Usage usage) {
        return usage.equals(Usage.NONE) ? OptionalDouble.of(0) : spec.loop().price().apply(usage);
    }
}
