package dev.deft.engine;

import dev.deft.agent.config.Trust;
import dev.deft.agent.definition.AgentDefinition;
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
import java.util.ArrayList;
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
    public List<AgentInfo> agents() throws IOException {
        lifetime.check();
        Trust trust = Trust.of(spec.grants().policy(), shared.root(), engine.environment());
        AgentCatalog catalog = AgentCatalog.read(shared.root(), engine.environment(), trust);
        List<String> tools = dialect.tools().stream().map(DialectTool::name).toList();
        List<AgentInfo> all = new ArrayList<>();
        Optional<AgentDefinition> own = catalog.find(spec.name());
        all.add(
                new AgentInfo(
                        spec.name(),
                        own.map(AgentDefinition::description).orElse(""),
                        own.map(it -> it.mode().wire()).orElse("primary"),
                        model,
                        tools,
                        spec.loop().maxSteps()));
        for (AgentDefinition it : catalog.list()) {
            boolean internal = it.mode() == AgentDefinition.Mode.INTERNAL;
            if (!internal && !it.name().equals(spec.name())) {
                all.add(other(it));
            }
        }
        return all;
    }

    private AgentInfo other(AgentDefinition it) {
        List<String> tools =
                dialect.tools().stream()
                        .filter(tool ->
                                it.tools().isEmpty() || it.tools().get().contains(tool.spec().id()))
                        .map(DialectTool::name)
                        .toList();
        return new AgentInfo(
                it.name(),
                it.description(),
                it.mode().wire(),
                it.model().or(() -> model),
                tools,
                it.maxSteps().orElse(spec.loop().maxSteps()));
    }

    @Override
    public List<SessionSummary> list() throws IOException {
        lifetime.check();
        return shared.store().list();
    }

    @Override
    public SessionLogs logs(Optional<String> directory) throws IOException {
        lifetime.check();
        if (shared.fileStore().isPresent()) {
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
