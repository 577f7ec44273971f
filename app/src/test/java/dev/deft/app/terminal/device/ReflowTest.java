package dev.deft.app.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.ui.Frame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A terminal that has another size than the program thinks, for as long as it takes.
class ReflowTest {

    private static final WindowSize FIRST = new WindowSize(60, 12);

    private static final int STEPS = 30;

    private final List<String> printed = new ArrayList<>();

    /// @param answers whether the terminal says its size
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void neverLosesWhatWasPrinted(boolean answers) {
        for (int seed = 0; seed < 1_000; seed++) {
            printed.clear();
            ReflowingScreen screen = play(new Random(seed), answers);
            String shown = String.join("\n", screen.lines());
            assertThat(printed.stream().filter(it -> !shown.contains(it)))
                    .as("seed %d%n%s", seed, shown)
                    .isEmpty();
        }
    }

    private ReflowingScreen play(Random random, boolean answers) {
        var screen = new ReflowingScreen(FIRST);
        var region = new LiveRegion(FIRST, true);
        var reports = new SizeReports(!answers);
        Queue<WindowSize> coming = new ArrayDeque<>();
        WindowSize believed = FIRST;
        for (int step = 0; step < STEPS || !coming.isEmpty(); step++) {
            boolean over = step >= STEPS;
            WindowSize earlier = screen.size();
            for (int i = random.nextInt(4); i > 1 && !over; i--) {
                earlier = screen.size();
                screen.resize(new WindowSize(8 + random.nextInt(60), 4 + random.nextInt(12)));
            }
            if (random.nextInt(3) == 0) {
                believed = random.nextInt(3) == 0 && !over ? earlier : screen.size();
            }
            while (!coming.isEmpty() && (over || random.nextInt(3) > 0)) {
                WindowSize answer = coming.remove();
                if (!reports.answered(answer)) {
                    believed = answer;
                    region.met(answer);
                }
                region.certain(reports.isCertain());
            }
            boolean anew = region.isMoved(believed);
            List<AttributedString> more = over ? List.of() : more(random);
            Frame frame = over ? Frame.EMPTY : frame(random, believed);
            String drawing = region.draw(more, frame, believed, "");
            if (!drawing.isEmpty()) {
                screen.write(drawing);
                boolean asked = !reports.question().isEmpty();
                reports.drawn(believed, anew, asked);
                if (asked) {
                    coming.add(screen.size());
                }
                region.certain(reports.isCertain());
            }
        }
        return screen;
    }

    private List<AttributedString> more(Random random) {
        List<AttributedString> lines = new ArrayList<>();
        for (int i = random.nextInt(5); i > 3; i--) {
            String line = "<%d%s>".formatted(printed.size(), "x".repeat(random.nextInt(6)));
            printed.add(line);
            lines.add(new AttributedString(line));
        }
        return lines;
    }

    private static Frame frame(Random random, WindowSize size) {
        List<AttributedString> lines = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            int length = random.nextInt(3) == 0 ? size.columns() : random.nextInt(size.columns());
            String letter = String.valueOf((char) ('a' + random.nextInt(2)));
            lines.add(new AttributedString(letter.repeat(length)));
        }
        return new Frame(
                lines,
                Optional.of(
                        new Frame.Cursor(
                                random.nextInt(lines.size()), random.nextInt(size.columns()))));
    }

    @Test
    void leavesNothingBehindOnceTheTerminalHasSaidItsSize() {
        for (int seed = 0; seed < 500; seed++) {
            var random = new Random(seed);
            var screen = new ReflowingScreen(FIRST);
            var region = new LiveRegion(FIRST, true);
            List<AttributedString> line = List.of(new AttributedString("printed"));
            screen.write(region.draw(line, frame(random, FIRST), FIRST, ""));
            region.certain(true);
            var narrow = new WindowSize(20 + random.nextInt(30), 40);
            screen.resize(narrow);
            screen.write(
                    region.draw(
                            List.of(), Frame.of(List.of(new AttributedString("z"))), narrow, ""));
            assertThat(screen.lines()).as("seed %d", seed).startsWith("printed");
            assertThat(screen.lines().size()).as("seed %d", seed).isLessThanOrEqualTo(4);
        }
    }
}
