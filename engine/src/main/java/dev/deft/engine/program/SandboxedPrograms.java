package dev.deft.engine.program;

import dev.deft.agent.config.Trust;
import dev.deft.engine.repository.CallReach;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.Progress;
import dev.deft.host.Shell;
import dev.deft.json.Json;
import dev.deft.os.CallLifetime;
import dev.deft.os.SessionVariables;
import dev.deft.os.ShellOpener;
import dev.deft.os.change.CommandChangeRecorder;
import dev.deft.policy.Ceiling;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.Policy;
import dev.deft.policy.Policy.CommandChoices;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.policy.RuleBook;
import dev.deft.policy.SecretFiles;
import dev.deft.policy.pattern.PathPattern;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.process.Confinement;
import dev.deft.process.OsShells;
import dev.deft.process.ShellSetup;
import dev.deft.process.pool.Sandboxes;
import dev.deft.proxy.ConnectionListener;
import dev.deft.run.PreparedCall;
import dev.deft.run.SessionMemory;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.SandboxBase;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Opens what tools that are programs run in, for each of their calls: a sandbox that shows the
/// files and reaches the hosts they require, and nothing else.
///
/// @param granted the hosts that the policy grants to commands
/// @param extraProtected protected files besides the usual ones
public record SandboxedPrograms(
        Sandboxes sandboxes,
        Policy policy,
        RuleBook rules,
        PatternVariables variables,
        List<Path> extraProtected,
        List<String> granted,
        ConnectionListener connections,
        UserPlaces user,
        TrustReader trust) {

    /// What is left for the input besides the command.
    private static final int LONGEST_INPUT = 100 * 1024;

    private static final String END = "END_OF_INPUT";

    public SandboxedPrograms {
        extraProtected = List.copyOf(extraProtected);
        granted = List.copyOf(granted);
    }

    /// The user's directories.
    ///
    /// @param tools where the user's tools are, inside `config`
    public record UserPlaces(Path config, Path data, Path tools) {}

    /// Reads what the user trusts now.
    @FunctionalInterface
    public interface TrustReader {

        Trust read() throws IOException;
    }

    /// The handle of one call.
    public Programs open(
            PreparedCall<?> call,
            Progress progress,
            CallLifetime lifetime,
            CommandChangeRecorder changes) {
        return (tool, input, outputBytes, sidecar) -> {
            lifetime.checkEffect();
            requireUnchanged(tool);
            var command =
                    new Shell.Command(
                            script(tool, input),
                            Optional.empty(),
                            Map.of(),
                            tool.timeout(),
                            outputBytes);
            var surface =
                    new ShellOpener.Surface(
                            call.callId(), progress, sidecar::open, changes, lifetime);
            return tool.origin().project()
                    ? run(sandboxes, tool, call, surface, command)
                    : runOfUser(tool, call, surface, command);
        };
    }

    /// A tool of the user needs a sandbox of its own, since no other shows the user's files.
    private Shell.Result runOfUser(
            ToolDescription tool,
            PreparedCall<?> call,
            ShellOpener.Surface surface,
            Shell.Command command)
            throws IOException, InterruptedException {
        SandboxBase shared = sandboxes.base();
        List<Path> hidden = new ArrayList<>(shared.hidden());
        hidden.remove(user.config());
        hidden.addAll(others(user.config(), user.tools()));
        var base =
                new SandboxBase(
                        shared.root(),
                        shared.environment(),
                        hidden,
                        List.of(user.tools()),
                        shared.helpers());
        try (var own = new Sandboxes(base, List.of())) {
            return run(own, tool, call, surface, command);
        }
    }

    private static List<Path> others(Path directory, Path shown) throws IOException {
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
            for (Path it : found) {
                if (!it.equals(shown)) {
                    all.add(it);
                }
            }
        }
        return all;
    }

    private Shell.Result run(
            Sandboxes in,
            ToolDescription tool,
            PreparedCall<?> call,
            ShellOpener.Surface surface,
            Shell.Command command)
            throws IOException, InterruptedException {
        var setup = new ShellSetup(confinement(tool, call), List.of(), CommandChoices.DEFAULT);
        try (var shells =
                new OsShells(
                        in,
                        setup,
                        new SessionVariables(Map.of(), new NoValues()),
                        Optional.empty())) {
            requireConfined(shells);
            return shells.open(surface).run(command);
        }
    }

    /// Where no sandbox holds a program to what it requires, it does not run, unless the policy
    /// wants no sandbox and no rule is about files.
    private void requireConfined(OsShells shells) throws IOException, InterruptedException {
        Optional<String> why = shells.whyUnconfined();
        if (why.isEmpty()) {
            return;
        }
        boolean chosen = policy.sandbox() == SandboxMode.OFF && !commandFiles().restrictsFiles();
        if (!chosen) {
            throw new HostException(
                    ErrorCode.SANDBOX_DENIED,
                    "It runs in a sandbox only, and there is none: %s. Run deft doctor for help."
                            .formatted(why.get()));
        }
    }

    private CommandFiles commandFiles() {
        return new CommandFiles(
                Ceiling.of(RequirementSet.EVERYTHING, variables), rules, SecretFiles.NONE);
    }

    /// The gates have checked that the agent may use all that the tool requires.
    private Confinement confinement(ToolDescription tool, PreparedCall<?> call) {
        Path root = sandboxes.base().root();
        List<String> read = new ArrayList<>(tool.requires().read());
        read.addAll(tool.requires().write());
        // A protected directory is shown or hidden as a whole; what is private in it stays hidden.
        read.add("{workspace}/.deft/**");
        for (Path file : programs(tool)) {
            if (file.startsWith(root)) {
                read.add("{workspace}/" + PathPattern.escape(root.relativize(file).toString()));
            }
        }
        var mounted =
                new RequirementSet(read, tool.requires().write(), List.of(), List.of(), List.of());
        return new Confinement(
                policy.sandbox(),
                new CommandFiles(Ceiling.of(mounted, variables), rules, SecretFiles.in(root)),
                extraProtected,
                CallReach.of(call.touches(), granted, rules, connections),
                ResourceLimits.USUAL);
    }

    /// The files among the words of the command.
    private List<Path> programs(ToolDescription tool) {
        return tool.command().stream()
                .filter(it -> it.startsWith("/") && it.indexOf('\0') < 0)
                .map(Path::of)
                .filter(Files::isRegularFile)
                .toList();
    }

    /// Compares the description and the programs with what was read and trusted.
    private void requireUnchanged(ToolDescription tool) throws IOException {
        ToolDescription.Origin origin = tool.origin();
        byte[] now =
                Files.isRegularFile(origin.file(), LinkOption.NOFOLLOW_LINKS)
                        ? Files.readAllBytes(origin.file())
                        : new byte[0];
        if (!origin.content().equals(new String(now, StandardCharsets.UTF_8))) {
            throw refused(
                    origin.name()
                            + " changed since the session began; look at it, run deft trust add,"
                            + " and start a new session");
        }
        if (!origin.project()) {
            return;
        }
        Path root = sandboxes.base().root();
        Trust current = trust.read();
        Optional<String> objection = current.objection(origin.name(), now);
        for (Path program : programs(tool)) {
            if (objection.isEmpty() && program.startsWith(root)) {
                objection = current.objection(root, program);
            }
        }
        if (objection.isPresent()) {
            throw refused(objection.get());
        }
    }

    private static HostException refused(String why) {
        return new HostException(ErrorCode.REFUSED, "The tool is not run: " + why + ".");
    }

    /// JSON has no line ends outside of strings, and none inside, so the mark cannot occur.
    private static String script(ToolDescription tool, String input) throws HostException {
        if (input.getBytes(StandardCharsets.UTF_8).length > LONGEST_INPUT) {
            throw new HostException(
                    ErrorCode.TOO_LARGE,
                    "The arguments have more than %d bytes. Write them to a file and pass its path."
                            .formatted(LONGEST_INPUT));
        }
        return tool.command().stream()
                .map(it -> "'" + it.replace("'", "'\\''") + "'")
                .collect(
                        Collectors.joining(
                                " ", "exec ", " <<'%s'\n%s\n%s\n".formatted(END, input, END)));
    }

    /// Programs see no variables of the session.
    private static final class NoValues implements SessionMemory {

        @Override
        public Optional<Json.Obj> load(String name) {
            return Optional.empty();
        }

        @Override
        public void save(String name, Json.Obj value) {}
    }
}
