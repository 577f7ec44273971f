package dev.deft.process.output;

import dev.deft.output.PlainText;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/// Keeps the last of what a background process prints, and how much of it was asked for.
public final class BackgroundOutput implements OutputSink {

    /// Stands in front of news that were too many.
    public static final String LEFT_OUT = "[... earlier output left out ...]\n";

    private static final int KEPT_BYTES = 200 * 1024;

    private final HeadTail kept = new HeadTail(0, KEPT_BYTES);
    private long told;

    public BackgroundOutput() {
        this(new byte[0]);
    }

    /// Goes on with what was printed and told before.
    public BackgroundOutput(byte[] before) {
        kept.add(before, before.length);
        told = kept.total();
    }

    @Override
    public synchronized void take(Source source, byte[] bytes, int length) {
        kept.add(bytes, length);
        notifyAll();
    }

    /// Waits until there is something new.
    ///
    /// @return whether there is
    public synchronized boolean awaitNews(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        long left = most.toNanos();
        while (kept.total() == told && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = end - System.nanoTime();
        }
        return kept.total() > told;
    }

    /// The last of it.
    public synchronized String last(int bytes) {
        told = kept.total();
        return ElidedText.last(PlainText.of(kept.tail()), bytes);
    }

    /// What is new since it was last looked at.
    public synchronized String news(int bytes) {
        byte[] tail = kept.tail();
        long fresh = kept.total() - told;
        int shown = (int) Math.min(fresh, tail.length);
        told = kept.total();
        String text = PlainText.of(Arrays.copyOfRange(tail, tail.length - shown, tail.length));
        String end = ElidedText.last(text, bytes);
        return shown < fresh || end.length() < text.length() ? LEFT_OUT + end : end;
    }
}
