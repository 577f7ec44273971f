package dev.deft.sandbox;

import dev.deft.policy.CommandFiles;
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
/// @param root the workspace, a real path
/// @param hidden further files and directories to hide, such as those of Deft itself
/// @param fixed files in the workspace that are protected here and nowhere else
/// @param shared directories with pipes that commands and we talk through; only below [#PIPES] is
///   anything to be written to
/// @param helpers the programs we start ourselves
/// @param files what commands may do with the files of the workspace
/// @param sockets which Unix sockets are open to commands
public record Surroundings(
        Path root,
        Map<String, String> environment,
        List<Path> hidden,
        List<Path> fixed,
        List<Path> shared,
        Helpers helpers,
        GrantedSockets sockets,
        CommandFiles files) {

    /// Where a shared directory has its pipes.
    public static final String PIPES = "pipes";

    public Surroundings {
        environment = Map.copyOf(environment);
        hidden = List.copyOf(hidden);
        fixed = List.copyOf(fixed);
        shared = List.copyOf(shared);
    }

    /// What commands see outside the workspace.
    public Outside outside() {
        return Outside.of(root, home(), environment, hidden);
    }

    /// Looks for what a fence must know of the workspace.
    public WorkspaceLook look() {
        return new WorkspaceLook(root, fixed, files);
    }

    /// The user's home directory: as the environment says, else as the system has it on record.
    public Optional<Path> home() {
        return Stream.of(environment.getOrDefault("HOME", ""), System.getProperty("user.home"))
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
