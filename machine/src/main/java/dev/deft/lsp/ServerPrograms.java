package dev.deft.lsp;

import dev.deft.sandbox.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Finds the programs of language servers.
///
/// A program of the workspace is never run unless the user trusts the workspace: whoever can write
/// there, a command of the model included, could put one there.
public final class ServerPrograms {

    private static final String MODULES = "node_modules";

    private final Path root;
    private final HostPrograms programs;
    private final String path;
    private final Predicate<Path> trusted;

    /// @param root the real path of the workspace
    /// @param trusted whether the user trusts a program of the workspace
    public ServerPrograms(
            Path root,
            HostPrograms programs,
            Map<String, String> environment,
            Predicate<Path> trusted) {
        this.root = root;
        this.programs = programs;
        this.trusted = trusted;
        this.path = trustedPath(environment.getOrDefault("PATH", ""), programs);
    }

    /// The directories of a PATH where only their owner can put programs.
    private static String trustedPath(String path, HostPrograms programs) {
        List<String> untrusted = programs.untrusted();
        List<String> kept =
                Arrays.stream(path.split(":", -1))
                        .filter(it -> it.startsWith("/") && !untrusted.contains(it))
                        .toList();
        return kept.isEmpty() ? "/usr/local/bin:/usr/bin:/bin" : String.join(":", kept);
    }

    /// A server whose program was found.
    ///
    /// @param command with the path of the program
    /// @param shown what must be visible in its sandbox
    /// @param path its PATH
    public record FoundServer(
            ServerDefinition definition, List<String> command, List<Path> shown, String path) {

        public FoundServer {
            command = List.copyOf(command);
            shown = List.copyOf(shown);
        }

        public Path program() {
            return Path.of(command.getFirst());
        }
    }

    /// The program of a server; empty if it is not installed, or not where it may be run from.
    public Optional<FoundServer> find(ServerDefinition server) {
        Optional<Path> program = program(server.command().getFirst());
        if (program.isEmpty()) {
            return Optional.empty();
        }
        List<String> command = new ArrayList<>(server.command());
        command.set(0, program.get().toString());
        return Optional.of(new FoundServer(server, command, shown(command), path));
    }

    private Optional<Path> program(String name) {
        if (!name.contains("/")) {
            return programs.find(name);
        }
        Path program = root.resolve(name).normalize();
        return Files.isExecutable(program)
                        && Files.isRegularFile(program)
                        && (!(program.startsWith(root) || real(program).startsWith(root))
                                || trusted.test(program))
                ? Optional.of(program)
                : Optional.empty();
    }

    /// The installations of the program and of files among its arguments.
    private static List<Path> shown(List<String> command) {
        Set<Path> shown = new LinkedHashSet<>();
        for (String word : command) {
            if (word.startsWith("/") && Files.exists(Path.of(word))) {
                shown.add(installation(Path.of(word)));
                shown.add(installation(real(Path.of(word))));
            }
        }
        return List.copyOf(shown);
    }

    /// The packages around a file of Node; otherwise its directory, or the one around `bin`.
    private static Path installation(Path file) {
        for (int i = 0; i < file.getNameCount(); i++) {
            if (file.getName(i).toString().equals(MODULES)) {
                return Path.of("/").resolve(file.subpath(0, i + 1));
            }
        }
        Path directory = file.resolveSibling("").toAbsolutePath().normalize();
        Path parent = directory.resolve("..").normalize();
        return directory.endsWith("bin") && parent.getNameCount() > 1 ? parent : directory;
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException _) {
            return path;
        }
    }
}
