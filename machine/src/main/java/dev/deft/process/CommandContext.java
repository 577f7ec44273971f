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

/// What a fence is built from: what the workspace has and what the session is allowed.
///
/// @param shared directories with pipes that commands and we talk through
record CommandContext(Sandboxes sandboxes, ShellSetup setup, List<Path> shared) {

    CommandContext {
        shared = List.copyOf(shared);
    }

    CommandContext sharing(Path directory) {
        return new CommandContext(sandboxes, setup, List.of(directory));
    }

    Confinement confinement() {
        return setup.confinement();
    }

    /// The variables of commands.
    CommandEnvironment environment() {
        return new CommandEnvironment(sandboxes.base().environment(), setup.passedOn());
    }

    /// What launchers have to know about commands that may change something. A fence may have
    /// another place for what is temporary.
    LaunchSetup launching(String bash) {
        Map<String, String> seen = new HashMap<>(environment().base());
        String temporary = sandboxes.base().environment().getOrDefault("TMPDIR", "");
        if (temporary.startsWith("/")) {
            seen.put("TMPDIR", temporary);
        }
        return setup(bash, seen);
    }

    /// What launchers have to know about commands that only look.
    LaunchSetup looking(String bash) {
        return setup(bash, environment().base());
    }

    private LaunchSetup setup(String bash, Map<String, String> seen) {
        return new LaunchSetup(
                surroundings(), confinement().reach(), confinement().ration(), seen, bash);
    }

    SandboxInputs surroundings() {
        SandboxBase base = sandboxes.base();
        List<Path> unseen =
                setup.choices().host().flatMap(it -> it.identityFile(base.environment())).stream()
                        .toList();
        return new SandboxInputs(
                unseen.isEmpty() ? base : base.hiding(unseen),
                new SandboxGrants(
                        confinement().files(),
                        confinement().fixed(),
                        shared,
                        setup.choices().sockets()));
    }
}
