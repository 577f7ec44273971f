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
    private volatile boolean attended;
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
        this.attended = request.isAwaited();
    }

    /// Sends the launch request to the sandbox.
    void start() throws IOException {
        sandbox.begin(this, request.encode(variables));
    }

    @Override
    protected void attend(Duration most) {
        sandbox.attend(this, most);
    }

    /// Whether its caller attends to it, and not the thread of the sandbox.
    boolean isAttended() {
        return attended;
    }

    /// Leaves it to the thread of the sandbox.
    void handOver() {
        attended = false;
    }

    /// How long the thread of the sandbox may poll.
    Duration pollTimeout() {
        return state.pollTimeout();
    }

    /// Handles what has happened; runs on the thread that polls the pipes of the sandbox.
    ///
    /// @param reported whether the first process has written a report or has ended
    void step(boolean reported) {
        if (reported && !sandbox.pipes().read(sandbox.pipes().status(), status)) {
            sandbox.kill();
            sandbox.awaitEmpty();
            end(Report.LOST);
            return;
        }
        OptionalInt code = reported ? Report.code(text(status)) : OptionalInt.empty();
        if (code.isPresent()) {
            end(Report.of(code.getAsInt(), notes()));
            return;
        }
        sandbox.streams().drain(sink);
        terminal().ifPresent(it -> it.drain(sink));
        sink.tick();
        if (state.mustKill()) {
            sandbox.kill();
        }
    }

    private String notes() {
        var notes = new ByteArrayOutputStream();
        int before;
        do {
            before = notes.size();
            sandbox.pipes().read(sandbox.pipes().notes(), notes);
        } while (notes.size() > before);
        return text(notes);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
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

        /// The exit code, once the line with it is complete.
        static OptionalInt code(String status) {
            int from = status.startsWith(ENDED) ? 0 : status.indexOf("\n" + ENDED) + 1;
            int end = status.indexOf('\n', from);
            return end < 0 || !status.startsWith(ENDED, from)
                    ? OptionalInt.empty()
                    : OptionalInt.of(
                            Integer.parseInt(status.substring(from + ENDED.length(), end)));
        }

        /// @param notes messages of the shell about its job, and the CPU times of the shell itself
        ///   and, in the last line, of its children
        static Report of(int code, String notes) {
            return new Report(end(code, notes), children(notes), notes.contains("dirty\n"));
        }

        /// The exit code alone does not distinguish a signal from a script that exits with such a
        /// code; the message of the shell does.
        private static JobExit.ProcessExit end(int code, String notes) {
            return notes.contains(" Exit " + code + " ")
                    ? JobExit.ProcessExit.exited(code)
                    : JobExit.ProcessExit.ofShell(code);
        }

        private static Duration children(String notes) {
            int from = notes.lastIndexOf('\n', notes.length() - 2) + 1;
            Duration spent = Duration.ZERO;
            for (String part : notes.substring(from).strip().split(" ", -1)) {
                spent = spent.plus(duration(part));
            }
            return spent;
        }

        /// Parses `0m0.012s`, whose decimal point may be another character. Notes that did not fit
        /// into the pipe are missing, and so are the times.
        private static Duration duration(String text) {
            int minute = text.indexOf('m');
            int point = text.length() - "012s".length() - 1;
            if (minute < 1 || point < minute + 2) {
                return Duration.ZERO;
            }
            try {
                return Duration.ofMinutes(Long.parseLong(text, 0, minute, 10))
                        .plusSeconds(Long.parseLong(text, minute + 1, point, 10))
                        .plusMillis(Long.parseLong(text, point + 1, text.length() - 1, 10));
            } catch (NumberFormatException _) {
                return Duration.ZERO;
            }
        }
    }
}
