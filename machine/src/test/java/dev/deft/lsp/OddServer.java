package dev.deft.lsp;

import dev.deft.host.LanguageServers;
import dev.deft.host.LanguageServers.Source;
import dev.deft.host.WorkspacePath;
import dev.deft.os.CallLifetime;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.process.Confinement;
import dev.deft.process.ShellSetup;
import dev.deft.sandbox.HostPrograms;
import dev.deft.sandbox.SandboxBase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A workspace with a language server for `*.odd` that misbehaves in one way.
final class OddServer implements AutoCloseable {

    static final String PROGRAM = "odd-server.mjs";

    /// These make a test wait until the time is over.
    private static final List<String> SLOW = List.of("hangs", "never-ready", "silent");

    private static final ServerTimeouts SHORT =
            new ServerTimeouts(Duration.ofSeconds(3), Duration.ofSeconds(3), Duration.ofSeconds(3));

    private static final ServerTimeouts TIMEOUTS =
            new ServerTimeouts(
                    Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(60));

    private final Path root;
    private final Map<String, String> environment;
    private final SandboxBase base;
    private final Clock clock = new Clock();
    private final WorkspaceServers shared;
    private final ServerDefinition definition;

    OddServer(Path directory, String mode) throws IOException {
        this(directory, mode, Map.of());
    }

    /// @param variables of this process
    OddServer(Path directory, String mode, Map<String, String> variables) throws IOException {
        this.root = directory.toRealPath();
        try (InputStream program = OddServer.class.getResourceAsStream(PROGRAM)) {
            Files.copy(program, root.resolve(PROGRAM));
        }
        this.environment = new HashMap<>(System.getenv());
        environment.putAll(variables);
        this.base = SandboxBase.of(root, environment);
        this.shared = new WorkspaceServers(base, clock, SLOW.contains(mode) ? SHORT : TIMEOUTS);
        this.definition =
                new ServerDefinition(
                        "odd",
                        List.of("node", root.resolve(PROGRAM).toString(), mode),
                        List.of("odd"),
                        Map.of("ODD", "yes"),
                        Optional.empty());
    }

    private record Named(String display) implements WorkspacePath {}

    /// The engine's clock, which a test advances.
    static final class Clock implements InstantSource {

        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public synchronized Instant instant() {
            return now;
        }

        synchronized void advance(Duration by) {
            now = now.plus(by);
        }
    }

    Clock clock() {
        return clock;
    }

    WorkspaceServers shared() {
        return shared;
    }

    Path root() {
        return root;
    }

    SessionServers session() {
        return session(CommandFiles.everything());
    }

    SessionServers session(CommandFiles files) {
        return session(files, List.of(definition));
    }

    SessionServers session(CommandFiles files, List<ServerDefinition> definitions) {
        return new SessionServers(
                shared,
                definitions,
                new ServerPrograms(
                        root, new HostPrograms(root, environment), environment, _ -> false),
                new ShellSetup(
                        Confinement.of(SandboxMode.AUTO).with(files),
                        List.of(),
                        CommandChoices.DEFAULT),
                this::find);
    }

    LanguageServers call() {
        return session().forCall(new CallLifetime());
    }

    /// Writes a file and reads it as the tool does.
    Source source(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.writeString(file, text);
        return source(name);
    }

    private Optional<Source> find(String name) throws IOException {
        return Files.exists(root.resolve(name)) ? Optional.of(source(name)) : Optional.empty();
    }

    Source source(String name) throws IOException {
        Path file = root.resolve(name);
        return new Source(
                new Named(name),
                Files.readString(file),
                Files.getLastModifiedTime(file).toInstant());
    }

    /// The processes of the server of a workspace.
    static List<ProcessHandle> processes(Path root) {
        String program = root.resolve(PROGRAM).toString();
        return ProcessHandle.allProcesses()
                .filter(it -> commandLine(it).startsWith("node " + program))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .replace('\0', ' ')
                    .replaceFirst("^\\S*/node ", "node ");
        } catch (IOException _) {
            return "";
        }
    }

    @Override
    public void close() {
        shared.close();
    }
}
