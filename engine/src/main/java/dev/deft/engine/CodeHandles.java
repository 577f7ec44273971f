package dev.deft.engine;

import dev.deft.agent.config.Trust;
import dev.deft.engine.plan.PlanApproval;
import dev.deft.engine.plan.PlanFiles;
import dev.deft.engine.program.Programs;
import dev.deft.engine.program.SandboxedPrograms;
import dev.deft.engine.repository.RepositoryClones;
import dev.deft.engine.session.SessionHandles;
import dev.deft.process.Confinement;
import dev.deft.process.ConnectionLog;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.state.StatePaths;
import dev.deft.tools.code.GitClones;
import dev.deft.tools.plan.Plans;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/// The handles of `repo_clone`, of `plan` and of tools that are programs, each opened by the first
/// call that asks for it.
///
/// @param extraProtected protected files besides the usual ones
/// @param hosts that the policy grants to commands
record CodeHandles(
        EngineParts engine,
        SharedRoot shared,
        Permissions permissions,
        List<Path> extraProtected,
        List<String> hosts,
        String session,
        PlanApproval approval) {

    SessionHandles addTo(SessionHandles handles, SessionFileAccess files) {
        return handles.with(
                        GitClones.class,
                        it -> clones().open(it.call(), it.progress(), it.lifetime()))
                .with(
                        Plans.class,
                        it ->
                                new PlanFiles(
                                        shared::files, state(), session, approval, it.lifetime()))
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

    private SandboxedPrograms programs() {
        return new SandboxedPrograms(
                shared.sandboxes(),
                permissions.policy(),
                permissions.rules(),
                permissions.variables(),
                extraProtected,
                hosts,
                new ConnectionLog(state(), session, engine.clock()),
                WorkspacePrograms.places(engine),
                () -> Trust.of(permissions.policy(), shared.root(), engine.environment()));
    }

    private RepositoryClones clones() {
        var random = new Random();
        return new RepositoryClones(
                shared::files,
                shared.sandboxes(),
                confinement(),
                hosts,
                permissions.rules(),
                new ConnectionLog(state(), session, engine.clock()),
                () -> Integer.toHexString(random.nextInt()));
    }

    private Confinement confinement() {
        return new Confinement(
                permissions.policy().sandbox(),
                permissions.commandFiles(),
                extraProtected,
                NetworkReach.none(),
                ResourceLimits.USUAL);
    }

    private StatePaths state() {
        return new StatePaths(shared.root());
    }
}
