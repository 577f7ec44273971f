package dev.deft.process.output;

import dev.deft.kernel.Descriptors;
import dev.deft.kernel.WriteOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads both output streams of a command and restores the order in which they were written.
///
/// Two pipes alone do not show that order: a late reader finds bytes in both. The events of
/// [WriteOrder] do, with one exception: if one stream was written to both before and after the
/// other, its bytes are split at line ends, one line for each write.
public final class Streams implements AutoCloseable {

    private static final int CHUNK = 64 * 1024;

    /// A writer that never pauses must not block the caller.
    private static final int MAX_SCANS = 16;

    /// Longer than the kernel takes from a write to its inotify event.
    private static final long EVENT_DELAY_NANOS = 20_000;

    private final int[] pipes;
    private final WriteOrder events;
    private final byte[] chunk = new byte[CHUNK];
    private final byte[][] held = {new byte[0], new byte[0]};

    /// Events whose bytes have not been read yet.
    private final List<Integer> ahead = new ArrayList<>();

    /// Streams whose last bytes were read before their event arrived; that event must be ignored.
    private final boolean[] eventDue = new boolean[2];

    /// Watches two pipes by their read ends.
    public Streams(int stdout, int stderr) throws IOException {
        this.pipes = new int[] {stdout, stderr};
        this.events = new WriteOrder(stdout, stderr);
    }

    /// Reads what is available, except the last lines of a process that is still writing to both
    /// streams.
    ///
    /// @return whether there was anything
    public boolean drain(OutputSink sink) {
        boolean any = false;
        boolean goesOn = true;
        for (int i = 0; i < MAX_SCANS && goesOn; i++) {
            List<Integer> runs = order();
            int[] waiting = snapshot();
            any |= waiting[0] + waiting[1] > 0;
            List<Integer> next = isAmbiguous(runs, waiting) ? awaitEvents() : List.of();
            goesOn = !next.isEmpty();
            if (goesOn) {
                takeUnambiguous(runs, next, waiting, sink);
            } else {
                rememberDueEvents(runs, waiting);
                interleave(runs, waiting, sink);
            }
        }
        return any;
    }

    /// The order of the available bytes, without events for bytes that were read before.
    private List<Integer> order() {
        List<Integer> runs = new ArrayList<>(ahead);
        ahead.clear();
        runs.addAll(events.next());
        for (int stream = 0; stream < 2; stream++) {
            int late = runs.indexOf(stream);
            if (eventDue[stream] && late >= 0) {
                runs.subList(late, late + 1).clear();
                eventDue[stream] = false;
            }
        }
        return runs;
    }

    /// The bytes available in both streams at the same moment. Only this class reads, so if the
    /// first count is unchanged after the second, both were true at the same time.
    private int[] snapshot() {
        int first = available(0);
        for (int i = 0; ; i++) {
            int second = available(1);
            int again = available(0);
            if (again == first || i == MAX_SCANS) {
                return new int[] {first, second};
            }
            first = again;
        }
    }

    private int available(int stream) {
        return held[stream].length + Descriptors.available(pipes[stream]);
    }

    /// Whether the order matters and an event may still be missing.
    private static boolean isAmbiguous(List<Integer> runs, int[] waiting) {
        return (waiting[0] > 0 && (waiting[1] > 0 || !runs.contains(0)))
                || (waiting[1] > 0 && !runs.contains(1));
    }

    /// Later events, or the events of bytes that were already counted.
    private List<Integer> awaitEvents() {
        long from = System.nanoTime();
        List<Integer> next = events.next();
        while (next.isEmpty() && System.nanoTime() - from < EVENT_DELAY_NANOS) {
            next = events.next();
        }
        return next;
    }

    /// In the stream that was not written to last, some bytes may be newer than all events, so that
    /// stream waits from its last event on.
    private void takeUnambiguous(
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

    /// Remembers which events are still to come.
    private void rememberDueEvents(List<Integer> runs, int[] waiting) {
        for (int stream = 0; stream < 2; stream++) {
            eventDue[stream] |= waiting[stream] > 0 && !runs.contains(stream);
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

    /// Reads the rest, after all writers have ended.
    public void finish(OutputSink sink) {
        boolean more = true;
        while (more) {
            more = drain(sink);
        }
    }

    private static int count(List<Integer> runs, int stream) {
        int count = 0;
        for (int run : runs) {
            count += run == stream ? 1 : 0;
        }
        return count;
    }

    /// The length of the next line. A pipe cannot be peeked, so bytes read too far are kept.
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
        int got = Math.max(0, Descriptors.read(pipes[stream], chunk, 0, missing));
        int before = held[stream].length;
        held[stream] = Arrays.copyOf(held[stream], before + got);
        System.arraycopy(chunk, 0, held[stream], before, got);
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
            int got = Descriptors.read(pipes[stream], chunk, 0, Math.min(left, CHUNK));
            if (got <= 0) {
                return;
            }
            take(stream, got, sink);
            left -= got;
        }
    }

    private void take(int stream, int length, OutputSink sink) {
        sink.take(stream == 0 ? OutputSink.Source.STDOUT : OutputSink.Source.STDERR, chunk, length);
    }

    @Override
    public void close() {
        events.close();
    }
}
