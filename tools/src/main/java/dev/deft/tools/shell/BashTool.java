package dev.deft.tools.shell;

import dev.deft.host.BackgroundProcess;
import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.host.Shell;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.Bounds;
import dev.deft.tool.DialectOnly;
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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Runs a command.
public final class BashTool implements Tool<BashTool.Params> {

    private static final int DEFAULT_MS = 120_000;
    private static final int MOST_MS = 600_000;
    private static final int MOST_SECONDS = 24 * 60 * 60;

    /// How long the call may take after its command timed out: to kill it and to report.
    private static final Duration AFTERWARDS = Duration.ofSeconds(30);

    /// How much of the output the message of a timeout shows.
    private static final int LAST_CHARACTERS = 2_000;

    private static final int LONGEST_TITLE = 80;

    /// The command to run.
    ///
    /// @param env variables for this command only
    /// @param timeoutS in seconds, for dialects that allow more than the default one
    public record Params(
            @Doc("The command, a script for bash") @Bounds(min = 1) String command,
            @Doc("Directory to run in; the workspace when left out") Optional<String> workdir,
            @Doc("Timeout in milliseconds") @Bounds(min = 1, max = MOST_MS) OptionalInt timeoutMs,
            @Doc("Return at once and keep it running") Optional<Boolean> background,
            @Doc("What it does, in five to ten words") Optional<String> description,
            @DialectOnly Map<String, String> env,
            @DialectOnly @Bounds(min = 1, max = MOST_SECONDS) OptionalInt timeoutS) {

        public Params {
            env = Map.copyOf(env);
        }

        /// The parameters of the default dialect, without the optional ones.
        public static Params of(String command) {
            return new Params(
                    command,
                    Optional.empty(),
                    OptionalInt.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(),
                    OptionalInt.empty());
        }

        private Duration timeout() {
            return timeoutS.isPresent()
                    ? Duration.ofSeconds(timeoutS.getAsInt())
                    : Duration.ofMillis(timeoutMs.orElse(DEFAULT_MS));
        }
    }

    /// The result of a command.
    ///
    /// @param exitCode 0 for a background command, whose exit code `process` returns
    /// @param signal the signal that killed the shell; not set for a script that exits with 137
    /// @param output both streams in the order they were written
    /// @param sandbox the sandbox it ran in
    public record Data(
            int exitCode,
            String output,
            String stdout,
            String stderr,
            Optional<String> signal,
            Optional<String> processId,
            String sandbox) {}

    @Override
    public ToolSpec<Params> spec() {
        Map<String, Object> numbers =
                Map.of(
                        "default", DEFAULT_MS / 1000,
                        "most", MOST_MS / 1000,
                        "kilobytes", Limits.DEFAULT.outputBytes() / 1024);
        return ToolSpec.of("bash", Params.class, ToolCategory.SYSTEM, ToolKind.EXECUTE, numbers)
                .requiring(RequirementSet.running("*"))
                .within(
                        Limits.DEFAULT.withTimeout(
                                Duration.ofSeconds(MOST_SECONDS).plus(AFTERWARDS)));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        if (params.workdir().isPresent()) {
            files.resolve(params.workdir().get());
        }
        return List.of(Touch.running(params.command()));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        Optional<WorkspacePath> workdir =
                params.workdir().isPresent()
                        ? Optional.of(host.files().resolve(params.workdir().get()))
                        : Optional.empty();
        var command =
                new Shell.Command(
                        params.command(),
                        workdir,
                        params.env(),
                        params.timeout(),
                        host.limits().outputBytes());
        return params.background().orElse(false)
                ? started(params, host.shell().start(command))
                : ended(params, host.shell().run(command));
    }

    private static ToolResult started(Params params, BackgroundProcess process) {
        var data =
                new Data(
                        0,
                        "",
                        "",
                        "",
                        Optional.empty(),
                        Optional.of(process.id()),
                        process.sandbox());
        String text =
                "Runs in the background as %s%s; use process to check on it."
                        .formatted(
                                process.id(),
                                process.lifetime().map(it -> " (" + it + ")").orElse(""));
        return ToolResult.output(data, text, title(params));
    }

    private static ToolResult ended(Params params, Shell.Result ended) {
        return switch (ended.cause()) {
            case TIMEOUT -> timedOut(params, ended);
            case EXITED, MOVED_TO_BACKGROUND -> shown(params, ended);
        };
    }

    private static ToolResult timedOut(Params params, Shell.Result ended) {
        String output = ended.output().output().strip();
        String last = output.substring(Math.max(0, output.length() - LAST_CHARACTERS));
        return ToolResult.failure(
                ErrorCode.TIMEOUT,
                "The command took longer than %d ms and was ended with everything it had started%s. Give it more time, less to do, or run it in the background.%s"
                        .formatted(
                                params.timeout().toMillis(),
                                ended.note().map(it -> "; " + it).orElse(""),
                                last.isEmpty()
                                        ? " It printed nothing."
                                        : " The last it printed:\n" + last));
    }

    private static ToolResult shown(Params params, Shell.Result ended) {
        Shell.Output printed = ended.output();
        var data =
                new Data(
                        ended.exitCode(),
                        printed.output(),
                        printed.stdout(),
                        printed.stderr(),
                        ended.signal(),
                        ended.processId(),
                        ended.sandbox());
        var output =
                ToolResult.output(data, CommandResultText.text(ended), title(params))
                        .with("cpu_ms", ended.cpu().toMillis());
        return printed.truncated() ? output.asHead() : output;
    }

    private static String title(Params params) {
        String title = params.description().orElse(params.command()).strip();
        String line = title.lines().findFirst().orElse("");
        return line.codePointCount(0, line.length()) <= LONGEST_TITLE
                ? line
                : line.substring(0, line.offsetByCodePoints(0, LONGEST_TITLE - 1)) + "…";
    }
}
