package dev.deft.process.output;

import dev.deft.output.PlainText;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/// Keeps the end of the output of a background process, and how much of it has been shown.
public final class BackgroundOutput implements OutputSink {

    /// Precedes new output that is too long to show.
    public static final String LEFT_OUT = "[... earlier output left out ...]\n";

    private static final int KEPT_BYTES = 200 * 1024;

    private final HeadTail kept = new HeadTail(0, KEPT_BYTES);
    private long shown;

    public BackgroundOutput() {
        this(new byte[0]);
    }

    /// Continues after output that has already been shown.
    public BackgroundOutput(byte[] before) {
        kept.add(before, before.length);
        shown = kept.total();
    }

    @Override
    public synchronized void take(Source source, byte[] bytes, int length) {
        kept.add(bytes, length);
        notifyAll();
    }

    /// Waits for new output.
    ///
    /// @return whether there is any
    public synchronized boolean awaitNewOutput(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        long left = timeout.toNanos();
        while (kept.total() == shown && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = end - System.nanoTime();
        }
        return kept.total() > shown;
    }

    /// The end of the output.
    public synchronized String last(int bytes) {
        shown = kept.total();
        return ElidedText.last(PlainText.of(kept.tail()), bytes);
    }

    /// The output since the last call.
    public synchronized String newOutput(int bytes) {
        byte[] tail = kept.tail();
        long fresh = kept.total() - shown;
        int available = (int) Math.min(fresh, tail.length);
        shown = kept.total();
        String text = PlainText.of(Arrays.copyOfRange(tail, tail.length - available, tail.length));
        String end = ElidedText.last(text, bytes);
        return available < fresh || end.length() < text.length() ? LEFT_OUT + end : end;
    }
}
