package dev.deft.app.terminal;

import dev.deft.output.TerminalText;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A status line that is rewritten in place: what is happening and for how long. It shows only
/// while nothing else is printed, and only on a terminal.
///
/// All other output to the terminal goes through it, both lines and streamed pieces, so that
/// nothing is overwritten.
public final class LiveLine implements AutoCloseable {

    private static final String[] FRAMES = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    private static final Duration BEAT = Duration.ofMillis(100);
    private static final int WIDEST = 200;

    /// It appears after this much silence: quick operations need no status line.
    private static final long QUIET_NANOS = Duration.ofMillis(400).toNanos();

    /// Disables line wrapping: a status line wider than the terminal is cut and stays one line.
    private static final String NO_NEW_LINE = "\u001b[?7l";

    private static final String NEW_LINE_AGAIN = "\u001b[?7h";

    private final PrintStream out;
    private final boolean moving;
    private final TextStyle paint;
    private final long began = System.nanoTime();
    private String text = "";
    private long since = began;
    private long lastWords = began;
    private int frame;
    private boolean shown;
    private boolean closed;
    private boolean still;
    private Optional<PrintStream> unended = Optional.empty();
    private final List<Runnable> waiting = new ArrayList<>();

    public LiveLine(PrintStream out, Screen screen) {
        this.out = out;
        this.moving = screen.moves();
        this.paint = new TextStyle(screen);
        if (moving) {
            Thread.ofVirtual().name("live line").start(this::beat);
        }
    }

    public Duration elapsed() {
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
        boolean quiet = System.nanoTime() - lastWords > QUIET_NANOS;
        if (!closed && !still && quiet && unended.isEmpty() && !text.isEmpty()) {
            frame = (frame + 1) % FRAMES.length;
            long seconds = (System.nanoTime() - since) / 1_000_000_000;
            String status = TerminalText.cut(TerminalText.read(text), WIDEST);
            move(
                    NO_NEW_LINE
                            + "\r\u001b[K"
                            + paint.dim(
                                    FRAMES[frame]
                                            + (seconds > 0 ? " " + seconds + " s · " : " ")
                                            + status)
                            + NEW_LINE_AGAIN);
            shown = true;
        }
        return !closed;
    }

    public synchronized void show(String now) {
        if (!now.equals(text)) {
            text = now;
            since = System.nanoTime();
        }
    }

    /// Prints a line that stays, in one piece: the writer inside a print stream passes on the text
    /// and the end of the line one after the other, through three buffers.
    public synchronized void print(String line) {
        if (still) {
            waiting.add(() -> print(line));
            return;
        }
        clear();
        endLine();
        byte[] bytes = (line + System.lineSeparator()).getBytes(out.charset());
        out.write(bytes, 0, bytes.length);
        out.flush();
    }

    /// Prints a piece of streamed text. The status line stays hidden until the text ends its line.
    ///
    /// @param to the stream to print to, on the same terminal
    public synchronized void write(PrintStream to, String piece) {
        if (piece.isEmpty()) {
            return;
        }
        if (still) {
            waiting.add(() -> write(to, piece));
            return;
        }
        clear();
        to.print(piece);
        to.flush();
        lastWords = System.nanoTime();
        unended = piece.endsWith("\n") ? Optional.empty() : Optional.of(to);
    }

    /// Ends a line that streamed pieces left open.
    public synchronized void endLine() {
        unended.ifPresent(it -> {
            it.println();
            it.flush();
        });
        unended = Optional.empty();
    }

    /// Pauses while the user is asked something. Output in the meantime is buffered.
    public synchronized Pause pause() {
        clear();
        endLine();
        still = true;
        return this::goOn;
    }

    private synchronized void goOn() {
        still = false;
        waiting.forEach(Runnable::run);
        waiting.clear();
    }

    private void clear() {
        if (shown) {
            move("\r\u001b[K");
            shown = false;
        }
    }

    private void move(String sequence) {
        PrintStream terminal = TerminalStream.beneath(out);
        terminal.print(sequence);
        terminal.flush();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (moving) {
            clear();
        }
        endLine();
    }

    /// Pauses the status line until it is closed.
    @FunctionalInterface
    public interface Pause extends AutoCloseable {

        @Override
        void close();
    }
}
