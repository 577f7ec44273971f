package dev.deft.process.pool;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.process.job.Job;
import dev.deft.process.job.JobExit;
import dev.deft.process.job.JobState;
import dev.deft.process.job.LaunchRequest;
import dev.deft.process.job.StandardInput;
import dev.deft.process.job.TerminalMaster;
import dev.deft.process.output.OutputSink;
import dev.deft.process.tree.Signal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A command inside a warm sandbox.
final class SandboxJob implements Job {

    private final WarmSandbox cell;
    private final LaunchRequest order;
    private final Map<String, String> known;
    private final OutputSink sink;
    private final Function<WarmSandbox, Optional<String>> release;
    private final JobState state = new JobState();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    /// Prepares a command.
    ///
    /// @param known the variables the sandbox was started with
    /// @param release takes the sandbox back, just before the end is told, and may add a remark
    SandboxJob(
            WarmSandbox cell,
            LaunchRequest order,
            Map<String, String> known,
            OutputSink sink,
            Function<WarmSandbox, Optional<String>> release) {
        this.cell = cell;
        this.order = order;
        this.known = known;
        this.sink = sink;
        this.release = release;
    }

    /// Hands the command to its sandbox.
    void start() throws IOException {
        cell.begin(this, order.spelled(known));
    }

    /// How long the cell's thread may look away.
    Duration tick() {
        return state.tick();
    }

    /// Sees to what has happened; the cell's own thread does this.
    ///
    /// @param reported whether the first process has something to say, or is gone
    void step(boolean reported) {
        cell.streams().drain(sink);
        terminal().ifPresent(it -> it.drain(sink));
        sink.tick();
        boolean gone = reported && !cell.pipes().read(cell.pipes().status(), said);
        Optional<Report> report = Report.parse(said.toString(StandardCharsets.UTF_8));
        if (gone) {
            cell.kill();
            cell.awaitNobody();
            end(Report.LOST);
        } else if (report.isPresent()) {
            end(report.get());
        } else if (state.overdue()) {
            cell.kill();
        }
    }

    private void end(Report report) {
        cell.streams().finish(sink);
        terminal().ifPresent(it -> it.finish(sink));
        Duration cpu = cell.spentNow(report.cpu());
        cell.rest();
        if (report.worn()) {
            cell.wearOut();
        }
        Optional<String> remark = release.apply(cell);
        state.ended(report.end(), cpu, remark);
    }

    /// The sandbox is gone, and its pipes may be.
    void lost() {
        if (state.exit().isEmpty()) {
            cell.rest();
            state.ended(JobExit.End.KILLED, Duration.ZERO, release.apply(cell));
        }
    }

    @Override
    public Optional<JobExit> await(Duration timeout) throws InterruptedException {
        return state.await(timeout);
    }

    @Override
    public Optional<JobExit> exit() {
        return state.exit();
    }

    private Optional<TerminalMaster> terminal() {
        return cell.pipes().typed().terminal();
    }

    @Override
    public boolean onTerminal() {
        return terminal().isPresent();
    }

    /// On a terminal it goes to the foreground, as from its keys: the shell that waits for the
    /// command must live to tell its exit code.
    @Override
    public void signal(Signal signal) {
        if (state.exit().isPresent()) {
            return;
        }
        if (terminal().filter(it -> it.signal(signal.number())).isEmpty()) {
            cell.signal(signal.number());
        }
    }

    @Override
    public void terminate() {
        if (state.ask()) {
            signal(Signal.SIGTERM);
            signal(Signal.SIGCONT);
            cell.rouse();
        }
    }

    /// Waits a while for one that is being ended.
    void awaitEnd() {
        state.awaitEnd();
    }

    @Override
    public void input(byte[] bytes) throws IOException {
        typed().write(bytes);
    }

    @Override
    public void endInput() throws IOException {
        typed().endInput();
    }

    private StandardInput typed() throws IOException {
        if (state.exit().isPresent()) {
            throw new HostException(ErrorCode.CONFLICT, "It has ended and reads no more input.");
        }
        if (order.stdin() == LaunchRequest.Stdin.EMPTY) {
            throw StandardInput.readsNothing();
        }
        return cell.pipes().typed();
    }

    /// What the first process says when a command has ended.
    ///
    /// @param worn whether something is left of the command
    private record Report(JobExit.End end, Duration cpu, boolean worn) {

        static final Report LOST = new Report(JobExit.End.KILLED, Duration.ZERO, true);

        private static final String ENDED = "ended ";

        /// Three lines: the exit code, and twice the time spent, by the shell itself and by what it
        /// waited for. Before them stands what the shell noticed about its job.
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
            return Optional.of(new Report(end(code, notice), spent, notice.contains("worn\n")));
        }

        /// The code alone does not tell a signal from a script that exits with such a code; the
        /// notice does.
        private static JobExit.End end(int code, String notice) {
            return notice.contains(" Exit " + code + " ")
                    ? JobExit.End.itself(code)
                    : JobExit.End.ofShell(code);
        }

        /// Reads `0m0.012s`.
        private static Duration duration(String text) {
            int m = text.indexOf('m');
            double seconds = Double.parseDouble(text.substring(m + 1, text.length() - 1));
            return Duration.ofMinutes(Long.parseLong(text.substring(0, m)))
                    .plusNanos(Math.round(seconds * 1e9));
        }
    }
}
