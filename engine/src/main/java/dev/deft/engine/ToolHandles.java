package dev.deft.engine;

import dev.deft.agent.config.Trust;
import dev.deft.agent.memory.Memory;
import dev.deft.agent.schedule.Jobs;
import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.tool.WorkspaceSessions;
import dev.deft.agent.skill.Skills;
import dev.deft.engine.plan.PlanApproval;
import dev.deft.engine.plan.PlanFiles;
import dev.deft.engine.program.Programs;
import dev.deft.engine.program.SandboxedPrograms;
import dev.deft.engine.repository.RepositoryClones;
import dev.deft.engine.session.SessionHandles;
import dev.deft.engine.skill.WorkspaceSkills;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.LanguageServers;
import dev.deft.output.SecretMask;
import dev.deft.process.Confinement;
import dev.deft.process.ConnectionLog;
import dev.deft.process.ShellSetup;
import dev.deft.proxy.NetworkReach;
import dev.deft.registry.Dialect;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.state.StatePaths;
import dev.deft.tools.code.GitClones;
import dev.deft.tools.plan.Plans;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// What only some tools of a session need; each is opened by the first call that asks for it.
record ToolHandles(
        EngineParts engine,
        SharedRoot shared,
        SessionSetup setup,
        Permissions permissions,
        Dialect dialect,
        SessionWriter writer,
        PlanApproval approval) {

    SessionHandles of(ShellSetup shell, SecretMask mask, SessionFileAccess files) {
        var languages = new SessionLanguages(engine, shared, setup, shell);
        return new SessionHandles(permissions.network(shared::connector))
                .with(WorkspaceSessions.class, it -> sessions(it))
                .with(Jobs.class, it -> jobs(it))
                .with(Memory.class, it -> shared.memory().open(mask, it.progress(), it.lifetime()))
                .with(Skills.class, it -> skills().open(it.lifetime()))
                .with(LanguageServers.class, languages)
                .reviewedBy(languages)
                .with(GitClones.class, it -> clones().open(it.call(), it.progress(), it.lifetime()))
                .with(
                        Plans.class,
                        it ->
                                new PlanFiles(
                                        shared::files,
                                        state(),
                                        writer.id().value(),
                                        approval,
                                        it.lifetime()))
                .with(
                        Programs.class,
                        it ->
                                programs()
                                        .open(
                                                it.call(),
                                                it.progress(),
                                                it.lifetime(),
                                                files.changeRecorder(it.call())));
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

    private SandboxedPrograms programs() {
        return new SandboxedPrograms(
                shared.sandboxes(),
                permissions.policy(),
                permissions.rules(),
                permissions.variables(),
                protectedFiles(),
                permissions.hosts(),
                new ConnectionLog(state(), writer.id().value(), engine.clock()),
                WorkspaceRegistries.places(engine),
                () -> Trust.of(permissions.policy(), shared.root(), engine.environment()));
    }

    private RepositoryClones clones() {
        var random = new Random();
        return new RepositoryClones(
                shared::files,
                shared.sandboxes(),
                confinement(),
                permissions.hosts(),
                permissions.rules(),
                new ConnectionLog(state(), writer.id().value(), engine.clock()),
                () -> Integer.toHexString(random.nextInt()));
    }

    private Confinement confinement() {
        return new Confinement(
                permissions.policy().sandbox(),
                permissions.commandFiles(),
                protectedFiles(),
                NetworkReach.none(),
                ResourceLimits.USUAL);
    }

    /// Protected files besides the usual ones.
    private List<Path> protectedFiles() {
        return ToolBounds.protectedFiles(setup.agent(), shared.root());
    }

    private StatePaths state() {
        return new StatePaths(shared.root());
    }
}
