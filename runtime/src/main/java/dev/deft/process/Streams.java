package dev.deft.process;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.deft.kernel.Descriptors;
import dev.deft.kernel.WriteOrder;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Reads both streams of a command and puts them into the order in which they were written.
///
/// Two pipes alone do not tell that order: whoever reads late finds bytes in both. The notices of
/// [WriteOrder] do, up to one case: when a stream was written to twice around the other before we
/// looked, its bytes are taken to be lines, one for each time.
final class Streams implements AutoCloseable {

    private static final int CHUNK = 64 * 1024;

    /// A writer that never rests is not waited for.
    private static final int MOST_LOOKS = 16;

    private final int[] pipes;
    private final WriteOrder order;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment buffer = arena.allocate(CHUNK);
    private final byte[] chunk = new byte[CHUNK];
    private final byte[][] held = {new byte[0], new byte[0]};

    /// Streams whose last bytes came before their notice: that notice will come too late.
    private final boolean[] owed = new boolean[2];

    /// Watches two pipes from now on, by their read ends.
    Streams(int stdout, int stderr) throws IOException {
        this.pipes = new int[] {stdout, stderr};
        this.order = new WriteOrder(stdout, stderr);
    }

    /// Takes what is there now.
    ///
    /// @return whether there was anything
    boolean drain(Sink sink) {
        var runs = new ArrayList<>(order.next());
        int[] waiting = snapshot();
        for (int i = 0; i < MOST_LOOKS && waiting[0] > 0 && waiting[1] > 0; i++) {
            List<Integer> meanwhile = order.next();
            if (meanwhile.isEmpty()) {
                break;
            }
            runs.addAll(meanwhile);
            waiting = snapshot();
        }
        boolean any = waiting[0] + waiting[1] > 0;
        settle(runs, waiting);
        if (waiting[0] > 0 && waiting[1] > 0) {
            interleave(runs, waiting, sink);
        } else {
            copy(0, waiting[0], sink);
            copy(1, waiting[1], sink);
        }
        return any;
    }

    /// What waited in both at one and the same moment: only we take away, so a first count that
    /// still holds after the second was true at the second.
    private int[] snapshot() {
        int first = Descriptors.waiting(pipes[0]);
        for (int i = 0; ; i++) {
            int second = Descriptors.waiting(pipes[1]);
            int again = Descriptors.waiting(pipes[0]);
            if (again == first || i == MOST_LOOKS) {
                return new int[] {first, second};
            }
            first = again;
        }
    }

    /// Takes out notices of bytes that were read before, and notes which are still to come.
    private void settle(List<Integer> runs, int[] waiting) {
        for (int stream = 0; stream < 2; stream++) {
            int late = runs.indexOf(stream);
            if (owed[stream] && late >= 0) {
                runs.subList(late, late + 1).clear();
            }
            owed[stream] = waiting[stream] > 0 && !runs.contains(stream);
        }
    }

    private void interleave(List<Integer> runs, int[] waiting, Sink sink) {
        int[] left = {count(runs, 0), count(runs, 1)};
        for (int stream : runs) {
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
    void finish(Sink sink) {
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
        if (held[stream].length > 0) {
            return;
        }
        int got = Math.max(0, Descriptors.read(pipes[stream], buffer, length));
        held[stream] = new byte[got];
        MemorySegment.copy(buffer, JAVA_BYTE, 0, held[stream], 0, got);
    }

    private void copy(int stream, int length, Sink sink) {
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

    private void take(int stream, int length, Sink sink) {
        sink.take(stream == 0 ? Sink.Source.STDOUT : Sink.Source.STDERR, chunk, length);
    }

    @Override
    public void close() {
        order.close();
        arena.close();
    }
}
