package dev.deft.search.grep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.search.Search;
import dev.deft.search.grep.GrepOutcome.Found;
import dev.deft.search.grep.GrepOutcome.TimedOut;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a search gives back when there is too little time, or too much to find.
class GrepBoundsTest {

    private static final int FOLDERS = 60;

    @TempDir Path root;
    private Search search;

    @BeforeEach
    void open() {
        search = Search.open(root, Map.of());
    }

    @AfterEach
    void close() {
        search.close();
    }

    @Test
    void givesWhatItFoundBeforeTheTimeWasUpAndSaysWhatItDidNotSearch() throws Exception {
        folders();
        TimedOut outcome = (TimedOut) search.grep(outOfTimeAtTheFirstMatch());
        assertIncomplete(outcome);
    }

    @Test
    void givesWhatItFoundWithAnIndexToo() throws Exception {
        folders();
        search.warm();
        search.awaitWarm();
        TimedOut outcome = (TimedOut) search.grep(outOfTimeAtTheFirstMatch());
        assertIncomplete(outcome);
        assertThat(search.answersFromIndex()).isPositive();
    }

    private static void assertIncomplete(TimedOut outcome) {
        assertThat(outcome.soFar().total()).isBetween(1L, FOLDERS - 1L);
        assertThat(outcome.soFar().matches()).hasSize((int) outcome.soFar().total());
        assertThat(outcome.notReached().count()).isPositive();
        assertThat(outcome.notReached().some())
                .isNotEmpty()
                .isSorted()
                .allMatch(it -> it.matches("d\\d+/(a\\.txt)?"));
    }

    /// Whoever asks whether the first match may be shown has to wait until the time is up, which
    /// begins a little after the query is made.
    private static LineQuery outOfTimeAtTheFirstMatch() {
        var time = Duration.ofMillis(600);
        long end = System.nanoTime() + 2 * time.toNanos();
        return LineQuery.of("needle")
                .withTimeout(time)
                .showing(name -> {
                    while (name.endsWith(".txt") && System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    return true;
                });
    }

    private void folders() throws IOException {
        for (int i = 0; i < FOLDERS; i++) {
            Path folder = Files.createDirectory(root.resolve("d%02d".formatted(i)));
            Files.writeString(folder.resolve("a.txt"), "a needle\n");
        }
    }

    @Test
    void namesNothingThatMayNotBeShown() throws Exception {
        Files.createDirectory(root.resolve("secret"));
        Files.writeString(root.resolve("secret/a"), "x\n");
        TimedOut outcome =
                (TimedOut)
                        search.grep(
                                LineQuery.of("x")
                                        .withTimeout(Duration.ofNanos(1))
                                        .showing(it -> !it.startsWith("secret")));
        assertThat(outcome.notReached().some()).doesNotContain("secret/");
    }

    @Test
    void leavesAFileThatEatsTheTimeAndSearchesTheOthers() throws Exception {
        // Left to itself, this would outlast the sun, so that it ends at all says enough.
        Files.writeString(root.resolve("b.min.js"), "a".repeat(5000) + "!\nbaa\n");
        Files.writeString(root.resolve("a.txt"), "baa\n");
        Files.writeString(root.resolve("c.txt"), "x\nbaa\n");
        Found found = (Found) search.grep(LineQuery.of("(?=x?)(a+)+$"));
        assertThat(found.matches())
                .contains(new Match("a.txt", 1, "baa"), new Match("c.txt", 2, "baa"));
        assertThat(found.abandoned()).isEqualTo(new SkippedPaths(List.of("b.min.js"), 1));
    }

    @Test
    void leavesAFileOnWhichTheMatcherRunsOutOfStack() throws Exception {
        Files.writeString(root.resolve("long"), "ab".repeat(2_000_000) + "\n");
        Files.writeString(root.resolve("short"), "abac\n");
        Found found = (Found) search.grep(LineQuery.of("(?=a)(?:a|b)*c"));
        assertThat(found.matches()).containsExactly(new Match("short", 1, "abac"));
        assertThat(found.abandoned()).isEqualTo(new SkippedPaths(List.of("long"), 1));
    }

    @Test
    void asksOnceForEachFileWhetherItMayBeShownAndNeverForFilesWithoutAMatch() throws Exception {
        Files.writeString(root.resolve("many"), "needle\n".repeat(100_000));
        Files.writeString(root.resolve("none"), "x\n");
        Files.writeString(root.resolve("secret"), "needle\n");
        var asked = new ConcurrentHashMap<String, AtomicInteger>();
        List<String> shown = new ArrayList<>();
        Found found =
                (Found)
                        search.grep(
                                LineQuery.of("needle")
                                        .showing(it -> {
                                            asked.computeIfAbsent(it, _ -> new AtomicInteger())
                                                    .incrementAndGet();
                                            return !it.equals("secret");
                                        })
                                        .withSink(part -> {
                                            for (int i = 0; i < part.size(); i++) {
                                                shown.add(part.line(i).file());
                                            }
                                        }));
        assertThat(asked.keySet()).containsExactlyInAnyOrder("many", "secret");
        assertThat(asked.values()).allMatch(it -> it.get() == 1);
        assertThat(found.total()).isEqualTo(100_000);
        assertThat(found.files()).isEqualTo(1);
        assertThat(shown).hasSize(100_000).doesNotContain("secret");
    }

    @Test
    void isInOrderHoweverMuchIsFound() throws Exception {
        var random = new Random(7);
        List<String> expected = new ArrayList<>();
        List<FileMatches> parts = new ArrayList<>();
        for (int file = 0; file < 200; file++) {
            parts.addAll(file("f%03d".formatted(file), random, expected));
        }
        Collections.shuffle(parts, random);
        assertThat(delivered(parts, 1 << 14, 1 << 30)).isEqualTo(expected);
        assertThat(delivered(parts, 1 << 30, 1 << 30)).isEqualTo(expected);
        List<String> first = delivered(parts, 1 << 14, 1 << 17);
        assertThat(first).hasSizeBetween(1000, expected.size() - 1);
        assertThat(first).isEqualTo(expected.subList(0, first.size()));
    }

    private static List<FileMatches> file(String path, Random random, List<String> expected) {
        List<FileMatches> parts = new ArrayList<>();
        var writer = new MatchWriter();
        writer.begin(path.getBytes(UTF_8), path, path.getBytes(UTF_8), 0);
        int open = 0;
        for (int line = 1; line <= 50; line++) {
            String text = "é".repeat(random.nextInt(60)) + line;
            byte[] bytes = text.getBytes(UTF_8);
            writer.add(line, bytes, 0, bytes.length, 0);
            open++;
            expected.add(path + ":" + line + ":" + text);
            if (random.nextInt(10) == 0) {
                parts.add(writer.part());
                open = 0;
            }
        }
        if (open > 0) {
            parts.add(writer.part());
        }
        return parts;
    }

    private static List<String> delivered(List<FileMatches> parts, long held, long kept)
            throws Exception {
        var out = new ByteArrayOutputStream();
        LineQuery query = LineQuery.of("x").withSink(it -> it.writeTo(out));
        try (var collector = new Collector(query, 0, held, kept)) {
            parts.forEach(collector::add);
            Found found = collector.finish(0);
            assertThat(found.total()).isEqualTo(parts.stream().mapToInt(FileMatches::size).sum());
            assertThat(found.matches()).hasSize(200).isSortedAccordingTo(GrepBoundsTest::byPlace);
        }
        return out.toString(UTF_8).lines().toList();
    }

    private static int byPlace(Match a, Match b) {
        int files = a.file().compareTo(b.file());
        return files != 0 ? files : Long.compare(a.line(), b.line());
    }

    @Test
    void keepsThePartOfAVeryLongLineThatIsAroundTheMatch() throws Exception {
        String before = "é".repeat(300_000);
        Files.writeString(root.resolve("a"), before + "needle" + "x".repeat(200_000) + "\n");
        for (String pattern : List.of("needle", "n[e]+dle", "need(?=le)")) {
            search.grep(
                    LineQuery.of(pattern)
                            .withSink(part -> {
                                RawMatch it = part.line(0);
                                assertThat(it.text()).hasSizeBetween(40_000, 64 * 1024);
                                assertThat(it.text()).contains("éneedlex");
                                assertThat(it.length()).isEqualTo(500_006);
                                assertThat(it.matchAt())
                                        .isBetween(
                                                it.text().indexOf("needle"),
                                                it.text().indexOf("needle") + 6);
                            }));
            Found found = (Found) search.grep(LineQuery.of(pattern));
            assertThat(found.matches().getFirst().text()).hasSize(2000).contains("needle");
        }
    }
}
