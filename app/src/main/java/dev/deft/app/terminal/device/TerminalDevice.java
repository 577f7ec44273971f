package dev.deft.app.terminal.device;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import dev.deft.output.TerminalText;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jline.utils.AttributedString;
import org.jline.utils.Signals;

/// The terminal of this process in raw mode. Finished lines scroll away; below them a live region
/// is redrawn in place.
///
/// One thread draws. [#close] may be called from any thread, and is called when the process ends.
public final class TerminalDevice implements AutoCloseable {

    private static final int LONGEST_ALERT = 200;
    private static final int LONGEST_TITLE = 100;

    /// How long to wait for what the terminal was asked.
    private static final long LONGEST_ANSWER_MILLIS = 250;

    private final TerminalModes modes;
    private final InputStream in;
    private final OutputStream out;
    private final ModeSequences sequences;
    private final LiveRegion region;
    private final SizeReports reports;
    private final FullScreen fullScreen = new FullScreen();
    private final Thread hook = new Thread(this::close, "deft-terminal-restore");

    private Optional<KeyReader> reader = Optional.empty();
    private volatile Consumer<Key> keys = _ -> {};
    private volatile Runnable resized = () -> {};
    private Frame live = Frame.EMPTY;
    private Optional<Frame> page = Optional.empty();
    private boolean titled;
    private boolean lent;
    private boolean closed;

    private TerminalDevice(
            TerminalModes modes,
            InputStream in,
            OutputStream out,
            Map<String, String> environment) {
        this.modes = modes;
        this.in = in;
        this.out = out;
        this.sequences = ModeSequences.of(environment);
        this.region = new LiveRegion(modes.size(), sequences.reflows());
        this.reports = new SizeReports(!sequences.reflows() || !modes.isReal());
    }

    /// Takes the terminal of this process.
    ///
    /// @throws IOException if standard input is not a terminal
    public static TerminalDevice open(Map<String, String> environment) throws IOException {
        TerminalModes modes = TerminalModes.open(environment);
        var device =
                new TerminalDevice(
                        modes,
                        new FileInputStream(FileDescriptor.in),
                        new FileOutputStream(FileDescriptor.out),
                        environment);
        Runtime.getRuntime().addShutdownHook(device.hook);
        device.write(device.sequences.on());
        return device;
    }

    /// A terminal behind two streams, such as one of another machine. Its size does not change.
    public static TerminalDevice over(InputStream in, OutputStream out, int columns, int rows) {
        return new TerminalDevice(TerminalModes.fixed(columns, rows), in, out, Map.of());
    }

    public int columns() {
        return modes.size().columns();
    }

    public int rows() {
        return modes.size().rows();
    }

    /// Starts to read keys, or hands them to somebody else from now on. Both callbacks come on
    /// other threads.
    ///
    /// @param keys gets a `Press` with the name `eof` when the terminal is gone
    /// @param resized is called after the size changed, or when all must be drawn again
    public synchronized void start(Consumer<Key> keys, Runnable resized) {
        this.keys = keys;
        this.resized = resized;
        if (reader.isPresent()) {
            return;
        }
        var started = new KeyReader(in, it -> this.keys.accept(it), this::onReport);
        reader = Optional.of(started);
        Thread.ofPlatform().daemon().name("deft-keys").start(started);
        Thread.ofPlatform().daemon().name("deft-terminal-size").start(this::listen);
    }

    /// Does what is too slow for the start of a session, on a thread of its own.
    private void listen() {
        WindowSize opened = modes.size();
        Signals.register("WINCH", this::onResize);
        Signals.register("CONT", this::onContinue);
        modes.prepare();
        if (!modes.size().equals(opened)) {
            resized.run();
        }
    }

    /// Nothing is drawn for the old size meanwhile: the terminal has moved its lines already.
    private void onResize() {
        synchronized (this) {
            modes.measure();
        }
        resized.run();
    }

    /// The terminal says its size, before the kernel knows it if it has just been resized.
    private void onReport(WindowSize said) {
        boolean met;
        synchronized (this) {
            met = reports.answered(said);
            if (!met) {
                region.met(said);
            }
            if (!met && !reports.isOpen()) {
                modes.told(said);
            }
            region.certain(reports.isCertain());
            notifyAll();
        }
        if (!met) {
            resized.run();
        }
    }

    /// Waits until it is known which size the drawings so far met.
    private synchronized void awaitReports() {
        long deadline = System.nanoTime() + LONGEST_ANSWER_MILLIS * 1_000_000;
        long left = LONGEST_ANSWER_MILLIS;
        try {
            while (reports.isOpen() && left > 0) {
                wait(left);
                left = (deadline - System.nanoTime()) / 1_000_000;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        if (reports.isOpen()) {
            reports.late();
        }
    }

    /// Draws the live region, and asks which size the drawing met.
    private void drawRegion(List<AttributedString> printed) {
        if (region.isMoved(modes.size())) {
            awaitReports();
        }
        WindowSize size = modes.size();
        boolean anew = region.isMoved(size);
        String question = reader.isPresent() ? reports.question() : "";
        String drawing = region.draw(printed, live, size, question);
        if (drawing.isEmpty()) {
            return;
        }
        write(drawing);
        reports.drawn(size, anew, !question.isEmpty());
        region.certain(reports.isCertain());
    }

    /// Somebody stopped the process, and the shell has set its own modes since.
    private void onContinue() {
        synchronized (this) {
            if (lent || closed) {
                return;
            }
            take();
        }
        onResize();
    }

    /// Prints lines above the live region and redraws the region, in one write. Writes nothing if
    /// nothing changed.
    ///
    /// @param printed lines that scroll away; one that is too wide is continued below
    /// @param live the region; if it is taller than the screen its first lines are left out
    public synchronized void draw(List<AttributedString> printed, Frame live) {
        this.live = live;
        if (closed || lent) {
            return;
        }
        leaveFullScreen();
        drawRegion(printed);
    }

    /// Draws on a screen of its own, without history, until [#leaveFullScreen] or [#draw].
    public synchronized void fullScreen(Frame frame) {
        boolean entered = page.isEmpty();
        page = Optional.of(frame);
        if (closed || lent) {
            return;
        }
        if (entered) {
            write(sequences.enterFullScreen());
        }
        write(fullScreen.draw(frame, modes.size()));
    }

    /// Returns to the screen with the history. The next [#draw] draws the whole live region.
    public synchronized void leaveFullScreen() {
        if (page.isEmpty()) {
            return;
        }
        page = Optional.empty();
        fullScreen.forget();
        region.invalidate();
        if (!closed && !lent) {
            write(sequences.leaveFullScreen());
        }
    }

    /// Gets the attention of the user with a sound and a notification, where the terminal has them.
    public synchronized void alert(String text) {
        if (!closed && !lent) {
            write("\u0007\u001b]9;" + harmless(text, LONGEST_ALERT) + "\u001b\\");
        }
    }

    /// Sets the title of the window until the device is closed.
    public synchronized void title(String text) {
        if (closed || lent) {
            return;
        }
        write(
                (titled ? "" : sequences.saveTitle())
                        + sequences.title(harmless(text, LONGEST_TITLE)));
        titled = true;
    }

    /// One line without control characters. A number before the text would make it a command of
    /// some terminals.
    private static String harmless(String text, int longest) {
        String line = TerminalText.decide(TerminalText.line(text, longest));
        return !line.isEmpty() && Character.isDigit(line.charAt(0)) ? " " + line : line;
    }

    /// Gives the terminal to a program in its normal mode, and takes it again afterwards. No keys
    /// are read meanwhile.
    public <T> T lend(Callable<T> program) throws Exception {
        awaitReports();
        if (reader.isPresent()) {
            reader.get().pause();
        }
        try {
            release();
            return program.call();
        } finally {
            takeBack();
        }
    }

    private synchronized void release() throws IOException {
        if (closed || lent) {
            return;
        }
        if (page.isPresent()) {
            write(sequences.leaveFullScreen());
        }
        write(region.erase(modes.size()) + sequences.off());
        modes.restore();
        lent = true;
    }

    private synchronized void takeBack() throws IOException {
        reader.ifPresent(KeyReader::resume);
        if (closed) {
            return;
        }
        lent = false;
        modes.raw();
        modes.measure();
        region.forget();
        write(sequences.on());
        redraw();
    }

    private void take() {
        try {
            modes.raw();
        } catch (IOException _) {
            // Without stty there is nothing better than to go on as it is.
            return;
        }
        region.forget();
        write(sequences.on());
        redraw();
    }

    private void redraw() {
        drawRegion(List.of());
        page.ifPresent(it -> {
            fullScreen.forget();
            write(sequences.enterFullScreen() + fullScreen.draw(it, modes.size()));
        });
    }

    /// Stops this process like a job of the shell, and redraws when it continues.
    public void suspend() throws Exception {
        lend(() -> TerminalModes.run("kill -TSTP 0"));
        resized.run();
    }

    /// Clears the screen; the next [#draw] begins at its top.
    public synchronized void clear() {
        if (closed || lent) {
            return;
        }
        leaveFullScreen();
        region.forget();
        write("\u001b[H\u001b[2J");
    }

    /// Erases the live region and restores the terminal.
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            awaitReports();
            leaveFullScreen();
            closed = true;
            reader.ifPresent(KeyReader::close);
            if (!lent) {
                write(
                        region.erase(modes.size())
                                + (titled ? sequences.restoreTitle() : "")
                                + sequences.off());
                restoreModes();
            }
        }
        forgetHook();
    }

    private void restoreModes() {
        try {
            modes.restore();
        } catch (IOException _) {
            // The terminal is gone, or stty is; there is nothing left to restore with.
            closed = true;
        }
    }

    private void forgetHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The process is ending, so the hook runs or has run.
            closed = true;
        }
    }

    private void write(String text) {
        if (text.isEmpty()) {
            return;
        }
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // The terminal is gone. The reader of keys notices it too and says so.
            closed = true;
        }
    }
}
