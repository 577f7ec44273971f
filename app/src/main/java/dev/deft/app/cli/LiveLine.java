package dev.deft.app.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One line that is written over and over: what is happening now, and for how long. Where nobody
/// looks there is none.
final class LiveLine implements AutoCloseable {

    private static final String[] FRAMES = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    private static final Duration BEAT = Duration.ofMillis(100);
    private static final int WIDEST = 200;

    /// A terminal may be narrower than the text, whose characters may be two columns wide. One that
    /// does not begin a new line at its border cuts what does not fit, and the line stays one line.
    private static final String NO_NEW_LINE = "\u001b[?7l";

    private static final String NEW_LINE_AGAIN = "\u001b[?7h";

    private final PrintStream out;
    private final boolean moving;
    private final Paint paint;
    private final long began = System.nanoTime();
    private String text = "";
    private long since = began;
    private int frame;
    private boolean shown;
    private boolean closed;
    private boolean still;
    private final List<String> waiting = new ArrayList<>();

    LiveLine(PrintStream out, Screen screen) {
        this.out = out;
        this.moving = screen.moves();
        this.paint = new Paint(screen);
        if (moving) {
            Thread.ofVirtual().name("live line").start(this::beat);
        }
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private void beat() {
        try {
            while (draw()) {
                Thread.sleep(BEAT);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean draw() {
        if (!closed && !still && !text.isEmpty()) {
            frame = (frame + 1) % FRAMES.length;
            long seconds = (System.nanoTime() - since) / 1_000_000_000;
            String told = text.length() <= WIDEST ? text : text.substring(0, WIDEST - 1) + "…";
            out.print(
                    NO_NEW_LINE
                            + "\r\u001b[K"
                            + paint.dim(
                                    FRAMES[frame]
                                            + (seconds > 0 ? " " + seconds + " s · " : " ")
                                            + told)
                            + NEW_LINE_AGAIN);
            out.flush();
            shown = true;
        }
        return !closed;
    }

    synchronized void show(String now) {
        if (!now.equals(text)) {
            text = now;
            since = System.nanoTime();
        }
    }

    /// Prints a line that stays.
    synchronized void print(String line) {
        if (still) {
            waiting.add(line);
            return;
        }
        clear();
        out.println(line);
        out.flush();
    }

    /// Leaves the terminal to somebody who is asked something. What is printed meanwhile waits.
    synchronized Stillness keepStill() {
        clear();
        still = true;
        return this::goOn;
    }

    private synchronized void goOn() {
        still = false;
        waiting.forEach(this::print);
        waiting.clear();
    }

    private void clear() {
        if (shown) {
            out.print("\r\u001b[K");
            out.flush();
            shown = false;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (moving) {
            clear();
        }
    }

    /// As long as it is open, nothing moves.
    @FunctionalInterface
    interface Stillness extends AutoCloseable {

        @Override
        void close();
    }
}
