package dev.deft.bench.terminal;

import dev.deft.bench.model.StreamingModel;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// What a program at a terminal costs its user: waiting, processor and memory.
///
/// @param idle milliseconds of each key while nothing happens, sorted
/// @param streaming the same while the model writes
/// @param calling the same while three calls run
/// @param warmingCpu share of a core in the first seconds in which the model writes
/// @param streamingCpu share of a core while the model writes
/// @param callingCpu share of a core while three calls run
/// @param megabytes resident at the end
public record TerminalCost(
        List<Double> idle,
        List<Double> streaming,
        List<Double> calling,
        double warmingCpu,
        double streamingCpu,
        double callingCpu,
        double megabytes) {

    private static final int KEYS = 200;

    /// A compiler at run time has most of its work behind it then.
    private static final int WARMING_SECONDS = 5;

    /// More than fit would have to be shown twice; a line has each letter once.
    private static final int KEYS_IN_LINE = 50;

    private static final int FIRST_LETTER = 0x410;
    private static final String CLEAR_LINE = "\u0015";
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    /// Copies the lists.
    public TerminalCost {
        idle = List.copyOf(idle);
        streaming = List.copyOf(streaming);
        calling = List.copyOf(calling);
    }

    /// Measures a program that shows its prompt.
    ///
    /// @param seconds how long to watch the processor
    public static TerminalCost of(ProgramTerminal terminal, int seconds)
            throws IOException, InterruptedException {
        List<Double> _ = keys(terminal, KEYS_IN_LINE);
        List<Double> idle = keys(terminal, KEYS);
        ask(terminal, StreamingModel.STREAM);
        double warmingCpu = cpu(terminal, WARMING_SECONDS);
        double streamingCpu = cpu(terminal, seconds);
        List<Double> streaming = keys(terminal, KEYS);
        terminal.await(StreamingModel.DONE);
        ask(terminal, StreamingModel.CALLS);
        double callingCpu = cpu(terminal, seconds);
        List<Double> calling = keys(terminal, KEYS);
        double megabytes = terminal.megabytes();
        return new TerminalCost(
                idle, streaming, calling, warmingCpu, streamingCpu, callingCpu, megabytes);
    }

    private static void ask(ProgramTerminal terminal, String what)
            throws IOException, InterruptedException {
        terminal.mark();
        terminal.type(what + " now");
        terminal.await("now");
        terminal.type("\r");
    }

    private static double cpu(ProgramTerminal terminal, int seconds) throws IOException {
        Duration before = terminal.cpu();
        long from = System.nanoTime();
        rest(TimeUnit.SECONDS.toNanos(seconds));
        double used = terminal.cpu().minus(before).toNanos();
        return used / (System.nanoTime() - from);
    }

    private static List<Double> keys(ProgramTerminal terminal, int count)
            throws IOException, InterruptedException {
        double[] millis = new double[count];
        for (int i = 0; i < count; i++) {
            if (i % KEYS_IN_LINE == 0) {
                terminal.type(CLEAR_LINE);
                rest(10 * PAUSE);
            }
            millis[i] = terminal.millisToEcho(Character.toString(FIRST_LETTER + i % KEYS_IN_LINE));
            rest(PAUSE);
        }
        terminal.type(CLEAR_LINE);
        rest(10 * PAUSE);
        return Arrays.stream(millis).sorted().boxed().toList();
    }

    private static void rest(long nanos) {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    public static double percentile(List<Double> sorted, int percent) {
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }
}
