package dev.deft.app.interactive;

import dev.deft.app.picture.RecordedFrame;
import dev.deft.app.picture.TerminalPicture;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/// Films a terminal: a frame whenever the screen changed, some times a second at most.
final class TerminalRecorder {

    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_SECONDS = 120;

    private TerminalRecorder() {}

    /// How long a dialog is looked at before it is answered.
    private static final Duration READING = Duration.ofMillis(2_200);

    /// Films until the screen shows what it is to end with, and allows what is asked about.
    static List<RecordedFrame> film(TmuxTerminal terminal, Predicate<List<String>> over)
            throws IOException, InterruptedException {
        List<RecordedFrame> frames = new ArrayList<>();
        long start = System.nanoTime();
        boolean last = false;
        Duration asked = Duration.ZERO;
        while (!last && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(LONGEST_SECONDS)) {
            List<String> screen = terminal.screen();
            last = over.test(screen);
            RecordedFrame frame = frame(terminal, Duration.ofNanos(System.nanoTime() - start));
            asked =
                    screen.stream().noneMatch(it -> it.contains("Allow once"))
                            ? Duration.ZERO
                            : asked.isZero() ? frame.at() : asked;
            if (!asked.isZero() && frame.at().minus(asked).compareTo(READING) > 0) {
                terminal.press("y");
                asked = frame.at();
            }
            if (frames.isEmpty() || !same(frames.getLast(), frame)) {
                frames.add(frame);
            }
            LockSupport.parkNanos(BETWEEN_NANOS);
        }
        return frames;
    }

    private static boolean same(RecordedFrame one, RecordedFrame other) {
        return one.lines().equals(other.lines()) && one.cursor().equals(other.cursor());
    }

    private static RecordedFrame frame(TmuxTerminal terminal, Duration at)
            throws IOException, InterruptedException {
        return new RecordedFrame(at, terminal.styled(), terminal.cursor());
    }

    /// The picture of one screen.
    static String picture(TmuxTerminal terminal, String label, String title, int columns)
            throws IOException, InterruptedException {
        Optional<TerminalPicture.Place> cursor = terminal.cursor();
        List<String> lines = new ArrayList<>();
        terminal.styled()
                .forEach(it ->
                        lines.add(it.replaceAll("/\\S*/junit\\S*?(?=/cart|\\s|$)", "/home/ada")));
        return TerminalPicture.screen(label, title, lines, columns, cursor);
    }
}
