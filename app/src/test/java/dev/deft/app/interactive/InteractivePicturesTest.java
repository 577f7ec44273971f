package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.Checkout;
import dev.deft.app.picture.RecordedFrame;
import dev.deft.app.picture.TerminalPicture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The recording of the demo, drawn from a real run. Each run has other times, so what is compared
/// is the screen at its end; the recording is made again with `-Dgolden=update` when that changed.
@Tag("slow")
class InteractivePicturesTest {

    private static final int COLUMNS = 96;
    private static final int ROWS = 30;
    private static final int MOST_BYTES = 150_000;

    @TempDir private Path directory;

    @Test
    void showTheDemoInMotion() throws Exception {
        Path recording = Checkout.file("docs/interactive.svg");
        try (TmuxTerminal terminal =
                TmuxTerminal.Start.in(directory)
                        .with("DEFT_HOME", directory.resolve("home").toString())
                        .size(COLUMNS, ROWS)
                        .deft("demo", "--interactive")) {
            terminal.await("deft");
            List<RecordedFrame> frames =
                    TerminalRecorder.film(terminal, InteractivePicturesTest::isOver);
            String before = Files.exists(recording) ? Files.readString(recording) : "";
            GoldenScreens.shows(terminal, "demo-96x30");
            if (before.isEmpty()) {
                Files.writeString(recording, draw(frames));
            }
        }
        assertThat(Files.size(recording)).isLessThan(MOST_BYTES);
    }

    private static String draw(List<RecordedFrame> frames) {
        return TerminalPicture.recording(
                "A terminal: an agent finds a bug, shows it with a test, edits one line and sees the test pass",
                "deft demo --interactive",
                frames.stream().map(InteractivePicturesTest::still).toList(),
                COLUMNS,
                ROWS);
    }

    /// The directory of the demo has another name each time.
    private static RecordedFrame still(RecordedFrame frame) {
        return new RecordedFrame(
                frame.at(),
                frame.lines().stream()
                        .map(it -> it.replaceAll("/\\S*/deft-demo-\\d+", "/tmp/deft-demo"))
                        .toList(),
                frame.cursor());
    }

    private static boolean isOver(List<String> screen) {
        return screen.stream().anyMatch(it -> it.contains("All 3 checks pass"))
                && screen.stream().noneMatch(it -> it.contains("esc to interrupt"));
    }
}
