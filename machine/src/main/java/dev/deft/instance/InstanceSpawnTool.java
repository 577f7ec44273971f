package dev.deft.instance;

import dev.deft.host.ErrorCode;
import dev.deft.host.FileInfo;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.Limits;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.Bounds;
import dev.deft.tool.Capability;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// Starts an instance.
public final class InstanceSpawnTool implements Tool<InstanceSpawnTool.Params> {

    /// The directory below which instances without a workspace have theirs.
    public static final String DIRECTORY = "instances";

    private static final int MOST_VARIABLES = 64;
    private static final int LONGEST_VALUE = 32_768;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Pattern HANDLE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,62}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    public record Params(
            @Doc("The program and its arguments, one word each") @Bounds(min = 1, max = 256)
                    List<String> command,
            @Doc("A name for it, unique among what runs") Optional<String> handle,
            @Doc("Directory it runs in; a new one below instances/ when left out")
                    Optional<String> workspace,
            @Doc("Environment variables for it") Map<String, String> env,
            @Doc("Ports it will listen on, to publish on loopback at once")
                    @Bounds(max = Instances.MAX_PORTS)
                    Optional<List<Integer>> exposes,
            @Doc("Memory limit in megabytes") @Bounds(min = 16, max = 1_048_576)
                    OptionalInt memoryMb) {

        public Params {
            command = List.copyOf(command);
            env = Map.copyOf(env);
            exposes = exposes.map(List::copyOf);
        }
    }

    /// The new instance.
    ///
    /// @param state `running`, or `exited` if it has ended already
    public record Data(String id, String handle, String state) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "instance_spawn",
                        Params.class,
                        ToolCategory.SYSTEM,
                        ToolKind.EXECUTE,
                        Map.of("most", Instances.MAX_RUNNING))
                .requiring(
                        RequirementSet.running("*").plus(RequirementSet.writing("{workspace}/**")))
                .within(Limits.DEFAULT.withTimeout(TIMEOUT));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        check(params);
        List<Touch> touches = new ArrayList<>();
        touches.add(Touch.running(QuotedCommand.withVariables(params.env(), params.command())));
        if (params.workspace().isEmpty() && params.handle().isEmpty()) {
            touches.add(
                    new Touch(
                            Capability.FS_WRITE, files.resolve(DIRECTORY).display() + Touch.TREE));
            return touches;
        }
        WorkspacePath directory = files.resolve(directory(params).orElseThrow());
        FileInfo.Type type = files.info(directory).type();
        if (type == FileInfo.Type.MISSING) {
            touches.add(Touch.writing(directory));
        } else if (type != FileInfo.Type.DIRECTORY) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "%s is not a directory, so an instance cannot run in it."
                            .formatted(directory.display()));
        }
        return touches;
    }

    private static Optional<String> directory(Params params) {
        return params.workspace().or(() -> params.handle().map(it -> DIRECTORY + "/" + it));
    }

    private static void check(Params params) throws HostException {
        if (params.command().getFirst().isBlank()
                || params.command().stream().anyMatch(it -> it.indexOf('\0') >= 0)) {
            throw invalid("command is a program and its arguments, without NUL characters.");
        }
        if (params.handle().filter(it -> !HANDLE.matcher(it).matches()).isPresent()) {
            throw invalid(
                    "A handle has 1 to 63 letters, digits, - or _, and begins with a letter or"
                            + " digit.");
        }
        List<Integer> ports = params.exposes().orElse(List.of());
        for (int port : ports) {
            ExposePortTool.check("exposes", port);
        }
        if (new HashSet<>(ports).size() < ports.size()) {
            throw invalid("exposes names a port twice.");
        }
        if (params.env().size() > MOST_VARIABLES) {
            throw invalid("env has more than %d variables.".formatted(MOST_VARIABLES));
        }
        for (Map.Entry<String, String> it : params.env().entrySet()) {
            if (!NAME.matcher(it.getKey()).matches()
                    || it.getValue().indexOf('\0') >= 0
                    || it.getValue().length() > LONGEST_VALUE) {
                throw invalid(
                        "Variable names in env have letters, digits and _, and values at most %d characters without NUL."
                                .formatted(LONGEST_VALUE));
            }
        }
    }

    static HostException invalid(String message) {
        return new HostException(ErrorCode.INVALID_ARGUMENTS, message);
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        check(params);
        Optional<String> directory =
                directory(params).isPresent()
                        ? Optional.of(host.files().resolve(directory(params).get()).display())
                        : Optional.empty();
        Instances.Running started =
                host.handle(Instances.class)
                        .spawn(
                                new Instances.Spawn(
                                        QuotedCommand.of(params.command()),
                                        params.handle(),
                                        directory,
                                        params.env(),
                                        params.exposes().orElse(List.of()),
                                        params.memoryMb()));
        String state = InstanceListTool.state(started);
        return ToolResult.output(
                new Data(started.id(), started.handle(), state),
                "%s (%s) is %s. Its output goes to %s."
                        .formatted(started.id(), started.handle(), state, started.log()),
                "Spawned " + started.handle());
    }
}
