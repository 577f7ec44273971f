package dev.deft.process.pool;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.process.job.JobExit;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.job.ShellJob;
import dev.deft.process.job.StandardInput;
import dev.deft.process.output.OutputSink;
import dev.deft.process.tree.Signal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/// A command in a warm sandbox.
final class SandboxJob extends ShellJob {

    private final WarmSandbox sandbox;
    private final LaunchRequest request;
    private final Map<String, String> variables;
    private final OutputSink sink;
    private final Function<WarmSandbox, Optional<String>> release;
    private final ByteArrayOutputStream status = new ByteArrayOutputStream();

    /// @param variables the variables the sandbox was started with
    /// @param release returns the sandbox just before the end is reported, and may add a remark
    SandboxJob(
            WarmSandbox sandbox,
            LaunchRequest request,
            Map<String, String> variables,
            OutputSink sink,
            Function<WarmSandbox, Optional<String>> release) {
        this.sandbox = sandbox;
        this.request = request;
        this.variables = variables;
        this.sink = sink;
        this.release = release;
    }

    /// Sends the launch request to the sandbox.
    void start() throws IOException {
        sandbox.begin(this, request.encode(variables));
    }

    /// How long the thread of the sandbox may poll.
    Duration pollTimeout() {
        return state.pollTimeout();
    }

    /// Handles what has happened; runs on the thread of the sandbox.
    ///
    /// @param reported whether the first process has written a report or has ended
    void step(boolean reported) {
        sandbox.streams().drain(sink);
        terminal().ifPresent(it -> it.drain(sink));
        sink.tick();
        boolean gone = reported && !sandbox.pipes().read(sandbox.pipes().status(), status);
        Optional<Report> report = Report.parse(status.toString(StandardCharsets.UTF_8));
        if (gone) {
            sandbox.kill();
            sandbox.awaitEmpty();
            end(Report.LOST);
        } else if (report.isPresent()) {
            end(report.get());
        } else if (state.mustKill()) {
            sandbox.kill();
        }
    }

    private void end(Report report) {
        sandbox.streams().finish(sink);
        terminal().ifPresent(it -> it.finish(sink));
        Duration cpu = sandbox.cpuSinceLast(report.cpu());
        sandbox.jobEnded();
        if (report.dirty()) {
            sandbox.markDirty();
        }
        Optional<String> remark = release.apply(sandbox);
        state.ended(report.end(), cpu, remark);
    }

    /// Called when the sandbox is gone; its pipes may be closed.
    void lost() {
        if (exit().isEmpty()) {
            sandbox.jobEnded();
            state.ended(JobExit.ProcessExit.KILLED, Duration.ZERO, release.apply(sandbox));
        }
    }

    @Override
    protected StandardInput stdin() {
        return sandbox.pipes().stdin();
    }

    @Override
    public OptionalInt firstProcess() {
        return sandbox.firstProcess().map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    @Override
    protected void signalAll(int signal) {
        sandbox.signal(signal);
    }

    @Override
    public void terminate() {
        if (state.requestTermination()) {
            signal(Signal.SIGTERM);
            signal(Signal.SIGCONT);
            sandbox.wakeUp();
        }
    }

    @Override
    public void input(byte[] bytes) throws IOException {
        openInput().write(bytes);
    }

    @Override
    public void endInput() throws IOException {
        openInput().endInput();
    }

    private StandardInput openInput() throws IOException {
        if (exit().isPresent()) {
            throw new HostException(ErrorCode.CONFLICT, "It has ended and reads no more input.");
        }
        if (request.stdin() == LaunchRequest.Stdin.EMPTY) {
            throw StandardInput.noInput();
        }
        return stdin();
    }

    /// The report of the first process at the end of a command.
    ///
    /// @param dirty whether files of the command could not be removed
    private record Report(JobExit.ProcessExit end, Duration cpu, boolean dirty) {

        static final Report LOST = new Report(JobExit.ProcessExit.KILLED, Duration.ZERO, true);

        private static final String ENDED = "ended ";

        /// Parses three lines: the exit code, and the CPU times of the shell itself and of its
        /// children. Messages of the shell about its job come before.
        static Optional<Report> parse(String text) {
            int from = text.startsWith(ENDED) ? 0 : text.indexOf("\n" + ENDED) + 1;
            String[] lines = text.substring(from).split("\n", -1);
            if (!lines[0].startsWith(ENDED) || lines.length < 4) {
                return Optional.empty();
            }
            Duration spent = Duration.ZERO;
            for (String part : lines[2].split(" ", -1)) {
                spent = spent.plus(duration(part));
            }
            int code = Integer.parseInt(lines[0].substring(ENDED.length()));
            String notice = text.substring(0, from);
            return Optional.of(new Report(end(code, notice), spent, notice.contains("dirty\n")));
        }

        /// The exit code alone does not distinguish a signal from a script that exits with such a
        /// code; the message of the shell does.
        private static JobExit.ProcessExit end(int code, String notice) {
            return notice.contains(" Exit " + code + " ")
                    ? JobExit.ProcessExit.exited(code)
                    : JobExit.ProcessExit.ofShell(code);
        }

        /// Parses `0m0.012s`.
        private static Duration duration(String text) {
            int m = text.indexOf('m');
            double seconds = Double.parseDouble(text.substring(m + 1, text.length() - 1));
            return Duration.ofMinutes(Long.parseLong(text.substring(0, m)))
                    .plusNanos(Math.round(seconds * 1e9));
        }
    }
}
