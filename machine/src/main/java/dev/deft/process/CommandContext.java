package dev.deft.process;

import dev.deft.process.launch.CommandEnvironment;
import dev.deft.process.launch.LaunchSetup;
import dev.deft.process.pool.Sandboxes;
import dev.deft.sandbox.SandboxBase;
import dev.deft.sandbox.SandboxGrants;
import dev.deft.sandbox.SandboxInputs;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a sandbox is built from: the facts of the workspace and the permissions of the session.
///
/// @param shared directories with pipes between commands and this process
record CommandContext(Sandboxes sandboxes, ShellSetup setup, List<Path> shared) {

    CommandContext {
        shared = List.copyOf(shared);
    }

    CommandContext withShared(Path directory) {
        return new CommandContext(sandboxes, setup, List.of(directory));
    }

    Confinement confinement() {
        return setup.confinement();
    }

    CommandEnvironment environment() {
        return new CommandEnvironment(sandboxes.base().environment(), setup.inherited());
    }

    /// The setup for commands that may change files. A sandbox may replace the temporary directory.
    LaunchSetup launchSetup(String bash) {
        Map<String, String> variables = new HashMap<>(environment().base());
        String temporary = sandboxes.base().environment().getOrDefault("TMPDIR", "");
        if (temporary.startsWith("/")) {
            variables.put("TMPDIR", temporary);
        }
        return setup(bash, variables);
    }

    /// The setup for commands in look mode.
    LaunchSetup lookSetup(String bash) {
        return setup(bash, environment().base());
    }

    private LaunchSetup setup(String bash, Map<String, String> variables) {
        return new LaunchSetup(
                inputs(), confinement().reach(), confinement().limits(), variables, bash);
    }

    SandboxInputs inputs() {
        SandboxBase base = sandboxes.base();
        List<Path> unseen =
                setup.choices().host().flatMap(it -> it.identityFile(base.environment())).stream()
                        .toList();
        return new SandboxInputs(
                unseen.isEmpty() ? base : base.hiding(unseen),
                new SandboxGrants(
                        confinement().files(),
                        confinement().extraProtected(),
                        shared,
                        setup.choices().sockets(),
                        confinement().directories()));
    }
}
