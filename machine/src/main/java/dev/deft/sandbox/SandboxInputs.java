package dev.deft.sandbox;

import dev.deft.policy.GrantedSockets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What lies around a command: the workspace it may change, and what it must not see.
///
/// @param base what all sandboxes of the workspace have in common
/// @param grants what is allowed in this one
public record SandboxInputs(SandboxBase base, SandboxGrants grants) {

    /// Where a shared directory has its pipes.
    public static final String PIPES = "pipes";

    /// The workspace, a real path.
    public Path root() {
        return base.root();
    }

    public Map<String, String> environment() {
        return base.environment();
    }

    public HostPrograms helpers() {
        return base.helpers();
    }

    public List<Path> shared() {
        return grants.shared();
    }

    public GrantedSockets sockets() {
        return grants.sockets();
    }

    /// What commands see outside the workspace.
    public OutsidePaths outside() {
        return OutsidePaths.of(root(), home(), environment(), base.hidden());
    }

    /// What commands must not see as soon as it exists.
    public List<Path> secrets() {
        return OutsidePaths.candidates(home(), base.hidden());
    }

    /// Looks for what a fence must know of the workspace.
    public WorkspaceScan look() {
        return new WorkspaceScan(root(), grants.fixed(), grants.files());
    }

    /// The user's home directory: as the environment says, else as the system has it on record.
    public Optional<Path> home() {
        return Stream.of(environment().getOrDefault("HOME", ""), System.getProperty("user.home"))
                .filter(it -> it.startsWith("/") && it.length() > 1)
                .findFirst()
                .map(it -> Path.of(it).normalize());
    }

    /// Makes a home directory in which toolchains find themselves, at the places where they are.
    public void furnish(Path other) throws IOException {
        Path home = home().orElse(other);
        for (Path shown : home.equals(other) ? List.<Path>of() : outside().visible()) {
            if (shown.startsWith(home)) {
                Path link = other.resolve(home.relativize(shown));
                Files.createDirectories(link.resolveSibling(""));
                Files.createSymbolicLink(link, shown);
            }
        }
    }
}
