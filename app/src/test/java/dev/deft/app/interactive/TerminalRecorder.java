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

    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(160);
    private static final long LONGEST_SECONDS = 120;

    private TerminalRecorder() {}

    /// Films until the screen shows what it is to end with.
    static List<RecordedFrame> film(TmuxTerminal terminal, Predicate<List<String>> over)
            throws IOException, InterruptedException {
        List<RecordedFrame> frames = new ArrayList<>();
        long start = System.nanoTime();
        boolean last = false;
        while (!last && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(LONGEST_SECONDS)) {
            last = over.test(terminal.screen());
            RecordedFrame frame = frame(terminal, Duration.ofNanos(System.nanoTime() - start));
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
        return TerminalPicture.screen(label, title, terminal.styled(), columns, cursor);
    }
}
