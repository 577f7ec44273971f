package dev.deft.app.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.ui.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.jline.utils.ScreenTerminal;
import org.junit.jupiter.api.Test;

class LiveRegionTest {

    private static final WindowSize SIZE = new WindowSize(20, 8);

    private final ScreenTerminal screen = new ScreenTerminal(SIZE.columns(), SIZE.rows());
    private final LiveRegion region = new LiveRegion(SIZE, true);

    @Test
    void printsAboveTheRegion() {
        draw(List.of(), "live 1", "live 2");
        draw(List.of("one", "two"), "live 1", "live 2");
        draw(List.of("three"), "live");
        assertThat(rows()).containsExactly("one", "two", "three", "live", "", "", "", "");
    }

    @Test
    void scrollsPrintedLinesAway() {
        for (int i = 0; i < 20; i++) {
            draw(List.of("line " + i), "live " + i, "end");
        }
        assertThat(rows())
                .containsExactly(
                        "line 14", "line 15", "line 16", "line 17", "line 18", "line 19", "live 19",
                        "end");
        assertThat(screen.getHistorySize()).isEqualTo(14);
    }

    @Test
    void writesNothingIfNothingChanged() {
        draw(List.of(), "live");
        assertThat(region.draw(List.of(), frame("live"), SIZE, "")).isEmpty();
    }

    @Test
    void rewritesOnlyTheLinesThatChanged() {
        draw(List.of(), "first", "second", "third");
        String written = region.draw(List.of(), frame("first", "other", "third"), SIZE, "");
        assertThat(written).contains("other").doesNotContain("first").doesNotContain("third");
        assertThat(written).startsWith("\u001b[?2026h\u001b[?25l").endsWith("\u001b[?2026l");
    }

    @Test
    void neverWraps() {
        draw(List.of("printed ".repeat(4)), "x".repeat(50), "日".repeat(30), "end");
        assertThat(rows().subList(0, 5))
                .containsExactly(
                        "printed printed prin",
                        "ted printed",
                        "x".repeat(20),
                        "日".repeat(10),
                        "end");
    }

    @Test
    void cutsARegionThatIsTallerThanTheScreen() {
        var lines = new String[30];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = "line " + i;
        }
        draw(List.of(), lines);
        assertThat(rows())
                .containsExactly(
                        "…", "line 23", "line 24", "line 25", "line 26", "line 27", "line 28",
                        "line 29");
        draw(List.of("printed"), "end");
        assertThat(rows()).containsExactly("printed", "end", "", "", "", "", "", "");
    }

    @Test
    void erasesTheRegion() {
        draw(List.of("kept"), "one", "two", "three");
        screen.write(region.erase(SIZE));
        assertThat(rows()).containsExactly("kept", "", "", "", "", "", "", "");
    }

    @Test
    void movesUpAsFarAsTheRegionReachesAfterNarrowing() {
        draw(List.of(), "x".repeat(20), "short", "y".repeat(15));
        region.certain(true);
        String written = region.draw(List.of(), frame("new"), new WindowSize(7, 8), "");
        // Three rows for the first line, one for the second; the cursor is on the third.
        assertThat(written).contains("\u001b[4A\r\u001b[J");
    }

    @Test
    void anyFramesLeaveWhatADrawingOfTheLastOneLeaves() {
        var random = new Random(3);
        for (int run = 0; run < 150; run++) {
            var one = new ScreenTerminal(SIZE.columns(), SIZE.rows());
            var live = new LiveRegion(SIZE, true);
            List<AttributedString> printed = new ArrayList<>();
            Frame last = Frame.EMPTY;
            for (int step = 0; step < 12; step++) {
                List<AttributedString> more = lines(random, random.nextInt(4));
                printed.addAll(more);
                last = frame(random);
                one.write(live.draw(more, last, SIZE, ""));
                if (random.nextInt(5) == 0) {
                    live.invalidate();
                }
            }
            assertThat(String.join("\n", bottom(one)))
                    .as("run %d", run)
                    .isEqualTo(expected(printed, last));
        }
    }

    /// What a fresh drawing shows, without the rows that are empty because more was there before.
    private static String expected(List<AttributedString> printed, Frame last) {
        var fresh = new ScreenTerminal(SIZE.columns(), SIZE.rows());
        fresh.write(new LiveRegion(SIZE, true).draw(printed, last, SIZE, ""));
        return String.join("\n", bottom(fresh));
    }

    /// The end of history and screen, without empty rows behind it.
    private static List<String> bottom(ScreenTerminal terminal) {
        List<String> all = new ArrayList<>();
        terminal.getHistory().forEach(it -> all.add(row(it, 0, it.length)));
        all.addAll(rows(terminal));
        while (!all.isEmpty() && all.getLast().isEmpty()) {
            all.removeLast();
        }
        return all;
    }

    private static Frame frame(Random random) {
        List<AttributedString> lines = lines(random, random.nextInt(11));
        return new Frame(
                lines,
                random.nextBoolean() || lines.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new Frame.Cursor(
                                        random.nextInt(lines.size()),
                                        random.nextInt(SIZE.columns()))));
    }

    private static List<AttributedString> lines(Random random, int count) {
        List<AttributedString> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            var line = new AttributedStringBuilder();
            for (int word = random.nextInt(6); word > 0; word--) {
                line.append(
                        List.of("a", "word ", "日本", "é", "longer text ", "x\u001b[2Jy")
                                .get(random.nextInt(6)),
                        AttributedStyle.DEFAULT.foreground(random.nextInt(16)));
            }
            lines.add(line.append("·").toAttributedString());
        }
        return lines;
    }

    private void draw(List<String> printed, String... live) {
        List<AttributedString> lines = printed.stream().map(AttributedString::new).toList();
        screen.write(region.draw(lines, frame(live), SIZE, ""));
    }

    private static Frame frame(String... lines) {
        return Frame.of(List.of(lines).stream().map(AttributedString::new).toList());
    }

    private List<String> rows() {
        return rows(screen);
    }

    private static List<String> rows(ScreenTerminal terminal) {
        var cells = new long[terminal.getColumns() * terminal.getRows()];
        terminal.dump(cells, new int[2]);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < terminal.getRows(); i++) {
            rows.add(row(cells, i * terminal.getColumns(), (i + 1) * terminal.getColumns()));
        }
        return rows;
    }

    private static String row(long[] cells, int from, int to) {
        var text = new StringBuilder();
        for (int i = from; i < to; i++) {
            int character = ScreenTerminal.cellCodePoint(cells[i]);
            text.append(character == 0 ? "" : Character.toString(character));
        }
        return text.toString().stripTrailing();
    }
}
