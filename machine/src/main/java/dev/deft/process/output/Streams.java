package dev.deft.process.output;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.deft.kernel.Descriptors;
import dev.deft.kernel.WriteOrder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads both streams of a command and puts them into the order in which they were written.
///
/// Two pipes alone do not tell that order: whoever reads late finds bytes in both. The notices of
/// [WriteOrder] do, up to one case: when a stream was written to twice around the other before we
/// looked, its bytes are taken to be lines, one for each time.
public final class Streams implements AutoCloseable {

    private static final int CHUNK = 64 * 1024;

    /// A writer that never rests is not waited for.
    private static final int MOST_LOOKS = 16;

    /// Longer than the kernel takes from the bytes of a write to its notice.
    private static final long MOMENT_NANOS = 20_000;

    private final int[] pipes;
    private final WriteOrder order;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment buffer = arena.allocate(CHUNK);
    private final byte[] chunk = new byte[CHUNK];
    private final byte[][] held = {new byte[0], new byte[0]};

    /// Notices of bytes that are still to be read.
    private final List<Integer> ahead = new ArrayList<>();

    /// Streams whose last bytes came before their notice: that notice will come too late.
    private final boolean[] owed = new boolean[2];

    /// Watches two pipes from now on, by their read ends.
    public Streams(int stdout, int stderr) throws IOException {
        this.pipes = new int[] {stdout, stderr};
        this.order = new WriteOrder(stdout, stderr);
    }

    /// Takes what is there now, but for the last lines of somebody who is still writing to both.
    ///
    /// @return whether there was anything
    public boolean drain(OutputSink sink) {
        boolean any = false;
        boolean goesOn = true;
        for (int i = 0; i < MOST_LOOKS && goesOn; i++) {
            List<Integer> runs = noted();
            int[] waiting = snapshot();
            any |= waiting[0] + waiting[1] > 0;
            List<Integer> next = doubtful(runs, waiting) ? nextWithinAMoment() : List.of();
            goesOn = !next.isEmpty();
            if (goesOn) {
                takeWhatIsSure(runs, next, waiting, sink);
            } else {
                note(runs, waiting);
                interleave(runs, waiting, sink);
            }
        }
        return any;
    }

    /// The order of what waits, without notices of bytes that were read before.
    private List<Integer> noted() {
        List<Integer> runs = new ArrayList<>(ahead);
        ahead.clear();
        runs.addAll(order.next());
        for (int stream = 0; stream < 2; stream++) {
            int late = runs.indexOf(stream);
            if (owed[stream] && late >= 0) {
                runs.subList(late, late + 1).clear();
                owed[stream] = false;
            }
        }
        return runs;
    }

    /// What waited in both at one and the same moment: only we take away, so a first count that
    /// still holds after the second was true at the second.
    private int[] snapshot() {
        int first = waiting(0);
        for (int i = 0; ; i++) {
            int second = waiting(1);
            int again = waiting(0);
            if (again == first || i == MOST_LOOKS) {
                return new int[] {first, second};
            }
            first = again;
        }
    }

    private int waiting(int stream) {
        return held[stream].length + Descriptors.waiting(pipes[stream]);
    }

    /// Whether bytes may be there whose notice is not, and which it would matter for.
    private static boolean doubtful(List<Integer> runs, int[] waiting) {
        return (waiting[0] > 0 && (waiting[1] > 0 || !runs.contains(0)))
                || (waiting[1] > 0 && !runs.contains(1));
    }

    /// Notices of what came since, or of bytes that came just before them.
    private List<Integer> nextWithinAMoment() {
        long from = System.nanoTime();
        List<Integer> next = order.next();
        while (next.isEmpty() && System.nanoTime() - from < MOMENT_NANOS) {
            next = order.next();
        }
        return next;
    }

    /// Of the stream that was not written to last, some bytes may be newer than all notices: it
    /// waits, from its last notice on.
    private void takeWhatIsSure(
            List<Integer> runs, List<Integer> next, int[] waiting, OutputSink sink) {
        int sure = runs.isEmpty() ? 0 : Math.max(0, runs.lastIndexOf(1 - runs.getLast()));
        for (int stream : runs.subList(0, sure)) {
            int length = line(stream, waiting[stream]);
            copy(stream, length, sink);
            waiting[stream] -= length;
        }
        ahead.addAll(runs.subList(sure, runs.size()));
        ahead.addAll(next);
    }

    /// Notes which notices are still to come.
    private void note(List<Integer> runs, int[] waiting) {
        for (int stream = 0; stream < 2; stream++) {
            owed[stream] |= waiting[stream] > 0 && !runs.contains(stream);
        }
    }

    private void interleave(List<Integer> runs, int[] waiting, OutputSink sink) {
        int[] left = {count(runs, 0), count(runs, 1)};
        boolean both = waiting[0] > 0 && waiting[1] > 0;
        for (int stream : both ? runs : List.<Integer>of()) {
            left[stream]--;
            if (waiting[stream] == 0) {
                continue;
            }
            int length = left[stream] == 0 ? waiting[stream] : line(stream, waiting[stream]);
            copy(stream, length, sink);
            waiting[stream] -= length;
        }
        copy(0, waiting[0], sink);
        copy(1, waiting[1], sink);
    }

    /// Takes the rest; what is dead writes no more, so there is an end to it.
    public void finish(OutputSink sink) {
        boolean more = true;
        while (more) {
            more = drain(sink);
        }
    }

    private static int count(List<Integer> runs, int stream) {
        return (int) runs.stream().filter(it -> it == stream).count();
    }

    /// How many bytes its next line has. A pipe cannot be looked into, so what was read too far is
    /// kept.
    private int line(int stream, int waiting) {
        fill(stream, Math.min(waiting, CHUNK));
        for (int i = 0; i < held[stream].length; i++) {
            if (held[stream][i] == '\n') {
                return i + 1;
            }
        }
        return Math.min(waiting, CHUNK);
    }

    private void fill(int stream, int length) {
        int missing = length - held[stream].length;
        if (missing <= 0) {
            return;
        }
        int got = Math.max(0, Descriptors.read(pipes[stream], buffer, missing));
        int before = held[stream].length;
        held[stream] = Arrays.copyOf(held[stream], before + got);
        MemorySegment.copy(buffer, JAVA_BYTE, 0, held[stream], before, got);
    }

    private void copy(int stream, int length, OutputSink sink) {
        int left = length;
        if (held[stream].length > 0) {
            int part = Math.min(left, held[stream].length);
            System.arraycopy(held[stream], 0, chunk, 0, part);
            byte[] rest = new byte[held[stream].length - part];
            System.arraycopy(held[stream], part, rest, 0, rest.length);
            held[stream] = rest;
            take(stream, part, sink);
            left -= part;
        }
        while (left > 0) {
            int got = Descriptors.read(pipes[stream], buffer, Math.min(left, CHUNK));
            if (got <= 0) {
                return;
            }
            MemorySegment.copy(buffer, JAVA_BYTE, 0, chunk, 0, got);
            take(stream, got, sink);
            left -= got;
        }
    }

    private void take(int stream, int length, OutputSink sink) {
        sink.take(stream == 0 ? OutputSink.Source.STDOUT : OutputSink.Source.STDERR, chunk, length);
    }

    @Override
    public void close() {
        order.close();
        arena.close();
    }
}
