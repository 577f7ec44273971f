package dev.deft.engine;

import dev.deft.agent.memory.Memory;
import dev.deft.agent.schedule.Jobs;
import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.tool.WorkspaceSessions;
import dev.deft.agent.skill.Skills;
import dev.deft.engine.session.SessionHandles;
import dev.deft.engine.skill.WorkspaceSkills;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.LanguageServers;
import dev.deft.output.SecretMask;
import dev.deft.process.ShellSetup;
import dev.deft.registry.Dialect;
import java.io.IOException;
import java.util.Optional;

/// What only some tools of a session need; each is opened by the first call that asks for it.
record ToolHandles(
        EngineParts engine,
        SharedRoot shared,
        SessionSetup setup,
        Permissions permissions,
        Dialect dialect,
        SessionWriter writer) {

    SessionHandles of(ShellSetup shell, SecretMask mask) {
        var languages = new SessionLanguages(engine, shared, setup, shell);
        return new SessionHandles(permissions.network(shared::connector))
                .with(WorkspaceSessions.class, it -> sessions(it))
                .with(Jobs.class, it -> jobs(it))
                .with(Memory.class, it -> shared.memory().open(mask, it.progress(), it.lifetime()))
                .with(Skills.class, it -> skills().open(it.lifetime()))
                .with(LanguageServers.class, languages)
                .reviewedBy(languages);
    }

    private WorkspaceSkills skills() {
        return SkillSection.of(engine, shared, permissions, setup.agent());
    }

    private WorkspaceSessions sessions(SessionHandles.OpenCall call) throws IOException {
        return new CallSessions(
                engine,
                shared,
                setup.agent(),
                setup.hasModel(engine) ? Optional.of(setup.model(engine).name()) : Optional.empty(),
                dialect,
                writer.id(),
                call.lifetime());
    }

    private Jobs jobs(SessionHandles.OpenCall call) throws IOException {
        if (setup.parent().isPresent()) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "A sub-agent cannot schedule jobs. Say in your answer which job is needed.");
        }
        return new SessionJobs(
                shared.schedules(),
                JobMaker.ofSession(engine, setup.agent(), permissions, writer.id().value()),
                writer,
                call.lifetime());
    }
}
