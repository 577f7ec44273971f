package dev.deft.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.search.grep.GrepOutcome.Found;
import dev.deft.search.grep.LineQuery;
import dev.deft.search.grep.Match;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexTest {

    private static final List<String> WORDS = List.of("alpha", "beta", "gamma", "delta", "Ωmega");

    @TempDir Path temporary;
    private Path root;
    private Search indexed;
    private Search walking;

    @BeforeEach
    void open() throws Exception {
        root = Files.createDirectory(temporary.resolve("root"));
        for (int d = 0; d < 6; d++) {
            Path directory = Files.createDirectories(root.resolve("d" + d + "/e"));
            Files.writeString(directory.resolve("f"), text("alpha " + d));
            Files.writeString(root.resolve("d" + d + "/g"), text("beta " + d));
        }
        indexed = Search.open(root, Map.of());
        walking = Search.open(root, Map.of());
        indexed.warm();
        indexed.awaitWarm();
    }

    @AfterEach
    void close() {
        indexed.close();
        walking.close();
    }

    private static String text(String word) {
        return "some line to make the file larger than its bitmap\n".repeat(30) + word + "\n";
    }

    @Test
    void seesEveryChangeMadeJustBeforeTheCall() throws Exception {
        var changes = new Changes(root, new Random(7));
        for (int i = 0; i < 1000; i++) {
            String change = changes.makeOne();
            String word = WORDS.get(i % WORDS.size());
            assertThat(grep(indexed, word)).as("%d: %s", i, change).isEqualTo(grep(walking, word));
            assertThat(indexed.files(GlobQuery.of("*")))
                    .as("%d: %s", i, change)
                    .isEqualTo(walking.files(GlobQuery.of("*")));
            if (i % 10 == 0) {
                indexed.awaitWarm();
            }
        }
        assertThat(indexed.answersFromIndex()).isGreaterThan(1500);
    }

    @Test
    void seesAFileWrittenJustBeforeTheCallAThousandTimes() throws Exception {
        for (int i = 0; i < 1000; i++) {
            Path file = root.resolve("d" + i % 6 + "/e/f");
            Files.writeString(file, text("needle" + i + "x"));
            assertThat(grep(indexed, "needle" + i + "x").total()).as("change %d", i).isEqualTo(1);
        }
        assertThat(indexed.answersFromIndex()).isEqualTo(1000);
    }

    @Test
    void asksOnlyFilesThatCanMatch() throws Exception {
        Found found = grep(indexed, "alpha 3");
        assertThat(found.matches()).containsExactly(new Match("d3/e/f", 31, "alpha 3"));
        assertThat(indexed.answersFromIndex()).isEqualTo(1);
        assertThat(((Found) indexed.grep(LineQuery.of("(?i)ALPHA [34]"))).total()).isEqualTo(2);
        assertThat(((Found) indexed.grep(LineQuery.of("alpha").in("d3"))).total()).isEqualTo(1);
        assertThat(((Found) indexed.grep(LineQuery.of("alpha").including("d3/**"))).total())
                .isEqualTo(1);
        assertThat(indexed.files(GlobQuery.of("d[12]/*")).files()).containsExactly("d1/g", "d2/g");
        assertThat(indexed.answersFromIndex()).isEqualTo(5);
    }

    /// Few different characters, so that most texts are in some files and not in others.
    @Test
    void findsEveryPartOfALine() throws Exception {
        var random = new Random(11);
        var lines = new ArrayList<String>();
        for (int i = 0; i < 100; i++) {
            List<String> file = lines(random);
            Files.write(root.resolve("d" + i % 6 + "/part" + i), file);
            lines.addAll(file);
        }
        indexed.files(GlobQuery.of("*"));
        indexed.awaitWarm();
        for (int i = 0; i < 500; i++) {
            String line = lines.get(random.nextInt(lines.size()));
            int from = random.nextBoolean() ? 0 : random.nextInt(line.length());
            int to = Math.min(line.length(), from + 3 + random.nextInt(10));
            LineQuery query =
                    LineQuery.of(line.substring(from, to))
                            .as(LineQuery.Syntax.LITERAL)
                            .withLimit(10_000);
            assertThat(indexed.grep(query)).as("%s", query).isEqualTo(walking.grep(query));
        }
        assertThat(indexed.answersFromIndex()).isEqualTo(501);
    }

    private static List<String> lines(Random random) {
        var lines = new ArrayList<String>();
        int count = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            var line = new StringBuilder(" ".repeat(random.nextInt(8)));
            int length = 1 + random.nextInt(12);
            for (int j = 0; j < length; j++) {
                line.append("aB_( @".charAt(random.nextInt(6)));
            }
            lines.add(line.toString());
        }
        return lines;
    }

    @Test
    void isNotBuiltWhileASearchRuns() throws Exception {
        indexed.close();
        Threads.assertNoneIsLeft();
        var builds = new ArrayList<Thread.State>();
        try (Search search = Search.open(root, Map.of())) {
            LineQuery query =
                    LineQuery.of("alpha")
                            .showing(_ -> {
                                search.warm();
                                synchronized (builds) {
                                    builds.add(stateOfBuilder());
                                }
                                return true;
                            });
            assertThat(((Found) search.grep(query)).total()).isEqualTo(6);
            assertThat(builds).containsOnly(Thread.State.TIMED_WAITING);
            search.awaitWarm();
            assertThat(grep(search, "alpha").total()).isEqualTo(6);
            assertThat(search.answersFromIndex()).isEqualTo(1);
        }
    }

    /// The state of the only thread that builds an index, once it waits for searches, which it does
    /// with a timeout, or for changes, when the index is built.
    private static Thread.State stateOfBuilder() {
        Thread builder =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(it -> it.getName().equals("search-index"))
                        .findFirst()
                        .orElseThrow();
        while (builder.getState() != Thread.State.TIMED_WAITING && !isDone(builder)) {
            Thread.onSpinWait();
        }
        return builder.getState();
    }

    private static boolean isDone(Thread builder) {
        return Arrays.stream(builder.getStackTrace())
                .anyMatch(it -> it.getMethodName().equals("settle"));
    }

    @Test
    void isBuiltByAThreadThatGivesWayToOthers() throws Exception {
        List<String> niceness = new ArrayList<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path thread : threads) {
                String stat = stat(thread);
                if (stat.contains("(search-index)")) {
                    niceness.add(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16]);
                }
            }
        }
        assertThat(niceness).isNotEmpty().doesNotContain("0");
    }

    /// Threads of other tests may end meanwhile.
    private static String stat(Path thread) {
        try {
            return Files.readString(thread.resolve("stat"));
        } catch (IOException _) {
            return "";
        }
    }

    @Test
    void seesChangesOfTheRulesOutsideTheTree() throws Exception {
        Path home = Files.createDirectories(temporary.resolve("home/git"));
        Map<String, String> environment = Map.of("XDG_CONFIG_HOME", temporary.resolve("home") + "");
        try (Search search = Search.open(root, environment)) {
            search.warm();
            search.awaitWarm();
            assertThat(search.files(GlobQuery.of("g")).total()).isEqualTo(6);
            Files.writeString(home.resolve("ignore"), "g\n");
            assertThat(search.files(GlobQuery.of("g")).total()).isZero();
        }
    }

    @Test
    void seesWhatIsWrittenThroughAHardLinkFromOutside() throws Exception {
        Files.createLink(temporary.resolve("outside"), root.resolve("d1/g"));
        try (Search search = Search.open(root, Map.of())) {
            search.warm();
            search.awaitWarm();
            Files.writeString(temporary.resolve("outside"), text("secret way"));
            assertThat(grep(search, "secret way").total()).isEqualTo(1);
        }
    }

    @Test
    void survivesAQueueThatRunsOver() throws Exception {
        for (int i = 0; i < 9000; i++) {
            Path file = root.resolve("d1/x" + i);
            Files.writeString(file, "x\n");
            Files.delete(file);
        }
        Files.writeString(root.resolve("d1/y"), text("overrun"));
        assertThat(grep(indexed, "overrun").total()).isEqualTo(1);
        indexed.awaitWarm();
        assertThat(grep(indexed, "overrun").total()).isEqualTo(1);
    }

    @Test
    void notesWhenTheRootIsAnotherDirectory() throws Exception {
        Files.move(root, temporary.resolve("old"));
        Files.createDirectory(root);
        Files.writeString(root.resolve("new"), "alpha\n");
        assertThat(grep(indexed, "alpha").matches()).containsExactly(new Match("new", 1, "alpha"));
    }

    @Test
    void leavesNoThreadBehind() throws Exception {
        close();
        Threads.assertNoneIsLeft();
    }

    private static Found grep(Search search, String pattern)
            throws IOException, InterruptedException {
        return (Found)
                search.grep(
                        LineQuery.of(pattern).withLimit(10_000).withTimeout(Duration.ofMinutes(4)));
    }

    /// Changes a tree in all the ways a tree can change, one at a time.
    private static final class Changes {

        private final Path root;
        private final Random random;
        private int count;

        Changes(Path root, Random random) {
            this.root = root;
            this.random = random;
        }

        String makeOne() throws IOException {
            count++;
            Path place = directory();
            String word = text(WORDS.get(random.nextInt(WORDS.size())));
            int kind = random.nextInt(200) == 0 ? 20 : random.nextInt(14);
            switch (kind) {
                case 0, 1 -> Files.writeString(place.resolve("n" + count), word);
                case 2, 3 -> Files.writeString(file(place), word);
                case 4 -> Files.writeString(file(place), word, StandardOpenOption.APPEND);
                case 5 -> Files.move(file(place), place.resolve("m" + count));
                case 6 -> Files.move(file(place), directory().resolve("o" + count));
                case 7 -> Files.delete(file(place));
                case 8 -> {
                    Path deep = Files.createDirectories(place.resolve("p" + count + "/q/r"));
                    Files.writeString(deep.resolve("s"), word);
                }
                case 9 -> {
                    Path from = directory();
                    Path to = place.resolve("t" + count);
                    if (!from.equals(root) && !to.startsWith(from)) {
                        Files.move(from, to);
                    }
                }
                case 10 -> {
                    if (!place.equals(root)) {
                        TreeMaker.delete(place);
                    }
                }
                case 11 -> {
                    Path file = file(place);
                    Files.delete(file);
                    Files.createDirectory(file);
                    Files.writeString(file.resolve("u"), word);
                }
                case 12 -> {
                    Path file = file(place);
                    Files.delete(file);
                    Files.createSymbolicLink(file, root.resolve("elsewhere"));
                }
                case 13 -> {
                    Path fresh = Files.writeString(place.resolve("v" + count), word);
                    Files.move(
                            fresh, file(place), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                }
                default -> Files.writeString(place.resolve(".gitignore"), "n*\n!n1*\n/d1\n");
            }
            return "change " + kind + " in " + root.relativize(place);
        }

        private Path directory() throws IOException {
            try (var tree = Files.walk(root)) {
                List<Path> all = new ArrayList<>(tree.filter(Files::isDirectory).sorted().toList());
                return all.get(random.nextInt(all.size()));
            }
        }

        private Path file(Path directory) throws IOException {
            try (var entries = Files.list(directory)) {
                List<Path> files =
                        entries.filter(it -> Files.isRegularFile(it) && !it.endsWith(".gitignore"))
                                .sorted()
                                .toList();
                return files.isEmpty()
                        ? Files.writeString(directory.resolve("w" + count), "alpha\n")
                        : files.get(random.nextInt(files.size()));
            }
        }
    }
}
