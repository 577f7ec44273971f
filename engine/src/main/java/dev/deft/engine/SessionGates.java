package dev.deft.engine;

import dev.deft.agent.loop.BudgetGate;
import dev.deft.agent.session.SessionLog;
import dev.deft.engine.session.AgreedSettings;
import dev.deft.guard.CapabilityGate;
import dev.deft.guard.InstallGate;
import dev.deft.guard.LocalHosts;
import dev.deft.guard.MaskedText;
import dev.deft.guard.ProtectedPathsGate;
import dev.deft.guard.RulesGate;
import dev.deft.guard.UnboundCommands;
import dev.deft.guard.WatchdogGate;
import dev.deft.policy.ApprovedRules;
import dev.deft.process.OsShells;
import dev.deft.registry.Dialect;
import dev.deft.run.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The gates of a session, in the order in which they judge a call.
record SessionGates(EngineParts engine, SharedRoot shared, SessionSetup setup) {

    List<Gate> standard(
            Permissions permissions,
            Dialect dialect,
            SessionLog log,
            OsShells shells,
            AgreedSettings agreed,
            Optional<SessionParts.Running> running) {
        List<Gate> gates =
                new ArrayList<>(
                        List.of(
                                new CapabilityGate(
                                        permissions.agent(),
                                        permissions.variables(),
                                        new LocalHosts(permissions.hosts(), permissions.rules())),
                                new RulesGate(
                                        permissions.rules(),
                                        permissions.ruleStore(),
                                        shells,
                                        new ApprovedRules(engine.tools()::list)),
                                new UnboundCommands(
                                        permissions.commandFiles(), shells::whyUnconfined),
                                new ProtectedPathsGate(
                                        ToolBounds.files(setup.agent()),
                                        permissions.directories(),
                                        agreed::agreed),
                                new InstallGate(),
                                new MaskedText(),
                                new WatchdogGate(
                                        Watchdogs.of(engine, shared.root(), setup),
                                        setup.agent().name(),
                                        log.id(),
                                        new LazyManifest(
                                                setup.agent(), permissions.policy(), dialect))));
        if (running.isPresent()) {
            gates.add(running.get().repetition());
        }
        return gates;
    }

    /// The gates after the standard ones; those that count calls are the last.
    List<Gate> further(ToolBounds bounds, CallLimits limits) {
        List<Gate> gates = new ArrayList<>(bounds.gates(shared.root()));
        gates.addAll(engine.extensions().gates());
        gates.addAll(setup.gates());
        if (setup.hasModel(engine) && setup.budget().isLimited()) {
            gates.add(new BudgetGate(setup.budget()));
        }
        gates.addAll(limits.gates());
        return gates;
    }
}
