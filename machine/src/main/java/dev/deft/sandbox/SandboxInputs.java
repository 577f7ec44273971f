package dev.deft.sandbox;

import dev.deft.policy.GrantedSockets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a sandbox is built from: the workspace, and what commands may see and do.
///
/// @param base what all sandboxes of the workspace have in common
/// @param grants what is allowed in this one
public record SandboxInputs(SandboxBase base, SandboxGrants grants) {

    /// The subdirectory of a shared directory that contains its pipes.
    public static final String PIPES = "pipes";

    /// The real path of the workspace.
    public Path root() {
        return base.root();
    }

    /// The real paths of the workspace and of the further directories.
    public List<Path> roots() {
        return grants.directories().isEmpty()
                ? List.of(root())
                : Stream.concat(
                                Stream.of(root()),
                                grants.directories().stream().map(PinnedDirectory::path))
                        .toList();
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
        return OutsidePaths.of(base, home());
    }

    /// What commands must not see, whether it exists or not.
    public List<Path> secrets() {
        return OutsidePaths.candidates(home(), base.hidden());
    }

    /// Creates a scanner for protected, hidden and special files of the workspace and of the
    /// further directories, for somebody who closes it.
    public WorkspaceScan scan() {
        return new WorkspaceScan(
                root(), grants.directories(), grants.extraProtected(), grants.files());
    }

    /// The user's home directory, from the environment or from the system.
    public Optional<Path> home() {
        return Stream.of(environment().getOrDefault("HOME", ""), System.getProperty("user.home"))
                .filter(it -> it.startsWith("/") && it.length() > 1)
                .findFirst()
                .map(it -> Path.of(it).normalize());
    }

    /// Fills a home directory with links to the visible toolchains of the real one.
    public void linkToolchains(Path other) throws IOException {
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
