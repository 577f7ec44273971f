package dev.deft.app.terminal.device;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jline.utils.AttributedString;

/// A small program on a real terminal, for tests that drive it in tmux. It prints the keys it gets;
/// `s` makes it stream numbered lines, `x` stops that, `f` shows a page, `e` lends the terminal,
/// `q` leaves.
public final class DeviceProbe {

    private static final int LIVE_LINES = 6;

    private final LinkedBlockingQueue<Key> keys = new LinkedBlockingQueue<>();
    private int streamed;
    private int count;
    private boolean streaming;
    private boolean paged;

    private DeviceProbe() {}

    public static void main(String[] arguments) throws Exception {
        new DeviceProbe().run();
    }

    private void run() throws Exception {
        long start = System.nanoTime();
        try (TerminalDevice device = TerminalDevice.open(System.getenv())) {
            long opened = System.nanoTime();
            device.start(keys::add, () -> keys.add(new Key.Press("resized")));
            long started = System.nanoTime();
            device.title("probe");
            device.draw(
                    lines(
                            "opened in %d us, started in %d us"
                                    .formatted((opened - start) / 1000, (started - opened) / 1000)),
                    live(device.columns()));
            long drawn = System.nanoTime();
            device.draw(
                    lines(
                            "drawn in %d us\nprocess %d"
                                    .formatted(
                                            (drawn - started) / 1000,
                                            ProcessHandle.current().pid())),
                    live(device.columns()));
            while (true) {
                Optional<Key> key = Optional.ofNullable(keys.poll(40, TimeUnit.MILLISECONDS));
                if (key.isPresent() && !react(device, key.get())) {
                    return;
                }
                if (!paged) {
                    device.draw(streaming ? streamed() : List.of(), live(device.columns()));
                }
            }
        }
    }

    private List<AttributedString> streamed() {
        count++;
        return count % 3 == 0 ? lines("streamed " + ++streamed) : List.of();
    }

    private boolean react(TerminalDevice device, Key key) throws Exception {
        String name = String.valueOf(key);
        switch (name) {
            case "Text[text=q]", "Press[name=eof]" -> {
                return false;
            }
            case "Text[text=s]" -> streaming = true;
            case "Text[text=x]" -> streaming = false;
            case "Text[text=f]" -> {
                paged = !paged;
                if (paged) {
                    device.fullScreen(Frame.of(lines("a page")));
                } else {
                    device.leaveFullScreen();
                }
            }
            case "Text[text=e]" ->
                    device.lend(() ->
                            new ProcessBuilder("sh", "-c", "read x; echo lent $x")
                                    .inheritIO()
                                    .start()
                                    .waitFor());
            case "Press[name=ctrl-z]" -> device.suspend();
            case "Press[name=resized]" -> {
                // Drawn by the loop.
            }
            default -> device.draw(lines(name), live(device.columns()));
        }
        return true;
    }

    private Frame live(int columns) {
        List<AttributedString> all = new ArrayList<>();
        all.addAll(lines("─".repeat(columns)));
        for (int i = 1; i < LIVE_LINES - 1; i++) {
            all.addAll(lines("live %d %d ".formatted(i, count) + "word ".repeat(20)));
        }
        all.addAll(lines("› end of the region"));
        return new Frame(all, Optional.of(new Frame.Cursor(LIVE_LINES - 1, 2)));
    }

    private static List<AttributedString> lines(String text) {
        return text.lines().map(AttributedString::new).toList();
    }
}
