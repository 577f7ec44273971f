package dev.deft.tools.shell;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Manages the background processes of `bash`.
public final class ProcessTool implements Tool<ProcessTool.Params> {

    private static final String TERMINATE = "SIGTERM";
    private static final Duration TO_ANSWER = Duration.ofMillis(200);

    /// The action and its process.
    public record Params(
            @Doc("What to do") Action action,
            @Doc("The process_id that bash returned; only list needs none")
                    Optional<String> processId,
            @Doc(
                            "For input: the text to type. For keys: their names, such as `ctrl-c` or `up enter`")
                    Optional<String> input,
            @Doc("For signal: its name; SIGTERM when left out") Optional<String> signal) {}

    /// The actions.
    public enum Action {
        /// Shows whether it runs, and the end of its output.
        STATUS,
        /// Shows its output since the last poll.
        POLL,
        /// Writes to its input.
        INPUT,
        /// Sends keys to its terminal.
        KEYS,
        /// Closes its input.
        CLOSE,
        /// Sends a signal to it and its child processes.
        SIGNAL,
        /// Lists all processes.
        LIST
    }

    /// The state of the process.
    ///
    /// @param running for a list, whether any process is running
    public record Data(String processId, boolean running, OptionalInt exitCode, String output) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("process", Params.class, ToolCategory.SYSTEM, ToolKind.EXECUTE)
                .requiring(RequirementSet.running("*"))
                .watching();
    }

    /// Text typed into a shell is a command too.
    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return switch (params.action()) {
            case INPUT -> List.of(Touch.running(lines(params.input().orElse(""))));
            case STATUS, POLL, KEYS, CLOSE, SIGNAL, LIST ->
                    List.of(Touch.naming(params.processId().orElse("list")));
        };
    }

    /// Ctrl-C and Ctrl-D end the current line, like a line end.
    private static String lines(String typed) {
        return typed.replace('\u0003', '\n').replace('\u0004', '\n');
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        int most = host.limits().outputBytes();
        List<BackgroundProcess> all = host.shell().background();
        if (params.action() == Action.LIST) {
            return list(params, all);
        }
        BackgroundProcess process = find(named(params), all);
        return switch (params.action()) {
            case STATUS -> shown(process, process.output(most));
            case POLL -> shown(process, process.newOutput(most));
            case INPUT -> {
                process.input(typed(params));
                yield answered(process, most);
            }
            case KEYS -> {
                process.input(keys(params, process));
                yield answered(process, most);
            }
            case CLOSE -> {
                process.closeInput();
                yield answered(process, most);
            }
            case SIGNAL -> {
                process.send(params.signal().orElse(TERMINATE));
                yield answered(process, most);
            }
            case LIST -> list(params, all);
        };
    }

    /// Most programs answer at once; waiting briefly saves the model a call.
    private static ToolResult answered(BackgroundProcess process, int most)
            throws InterruptedException {
        process.awaitNewOutput(TO_ANSWER);
        return shown(process, process.newOutput(most));
    }

    private static String keys(Params params, BackgroundProcess process) throws HostException {
        if (!process.onTerminal()) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "%s runs on no terminal, so it has no keys; use signal, or close to end its input."
                            .formatted(process.id()));
        }
        return TerminalKeys.typed(
                params.input()
                        .orElseThrow(() ->
                                new HostException(
                                        ErrorCode.INVALID_ARGUMENTS,
                                        "The action keys needs input, the names of the keys.")));
    }

    private static String typed(Params params) throws HostException {
        return params.input()
                .orElseThrow(() ->
                        new HostException(
                                ErrorCode.INVALID_ARGUMENTS,
                                "The action input needs input, the text to type."));
    }

    private static String named(Params params) throws HostException {
        return params.processId()
                .orElseThrow(() ->
                        new HostException(
                                ErrorCode.INVALID_ARGUMENTS,
                                "The action %s needs process_id, which bash returned; list shows them."
                                        .formatted(
                                                params.action().name().toLowerCase(Locale.ROOT))));
    }

    private static BackgroundProcess find(String id, List<BackgroundProcess> all)
            throws HostException {
        return all.stream()
                .filter(it -> it.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new HostException(
                                ErrorCode.NOT_FOUND,
                                all.isEmpty()
                                        ? "There are no background processes; bash starts one with background: true."
                                        : "There is no process %s; there are %s."
                                                .formatted(id, ids(all))));
    }

    private static String ids(List<BackgroundProcess> all) {
        return all.stream().map(BackgroundProcess::id).collect(Collectors.joining(", "));
    }

    private static ToolResult shown(BackgroundProcess process, String output) {
        OptionalInt exitCode = process.exitCode();
        var data = new Data(process.id(), exitCode.isEmpty(), exitCode, output);
        String gap = output.isEmpty() || output.endsWith("\n") ? "" : "\n";
        return ToolResult.output(
                data,
                output + gap + "[" + standing(process) + remark(process) + "]",
                standing(process));
    }

    private static String remark(BackgroundProcess process) {
        return process.endNote().map(it -> "; sandbox " + process.sandbox() + ": " + it).orElse("");
    }

    private static String standing(BackgroundProcess process) {
        OptionalInt exitCode = process.exitCode();
        String fate = process.lifetime().map(it -> " (" + it + ")").orElse("");
        return exitCode.isEmpty()
                ? process.id() + " runs" + fate
                : "%s ended with exit code %d%s".formatted(process.id(), exitCode.getAsInt(), fate);
    }

    private static ToolResult list(Params params, List<BackgroundProcess> all) {
        String lines =
                all.stream()
                        .map(it -> standing(it) + ": " + firstLine(it.command()))
                        .collect(Collectors.joining("\n"));
        boolean running = all.stream().anyMatch(BackgroundProcess::running);
        var data = new Data(params.processId().orElse(""), running, OptionalInt.empty(), lines);
        return ToolResult.output(
                data,
                lines.isEmpty() ? "There are no background processes." : lines,
                "%d background processes".formatted(all.size()));
    }

    private static String firstLine(String command) {
        return command.strip().lines().findFirst().orElse("");
    }
}
