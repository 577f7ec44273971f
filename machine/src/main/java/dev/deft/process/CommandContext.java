package dev.deft.process;

import dev.deft.sandbox.SandboxBase;
import dev.deft.sandbox.SandboxGrants;
import dev.deft.sandbox.Surroundings;
import java.nio.file.Path;
import java.util.List;

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

    Surroundings surroundings() {
        SandboxBase base = sandboxes.base();
        List<Path> unseen =
                setup.choices().host().flatMap(it -> it.identityFile(base.environment())).stream()
                        .toList();
        return new Surroundings(
                unseen.isEmpty() ? base : base.hiding(unseen),
                new SandboxGrants(
                        confinement().files(),
                        confinement().fixed(),
                        shared,
                        setup.choices().sockets()));
    }
}
