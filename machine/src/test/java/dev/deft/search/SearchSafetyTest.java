package dev.deft.search;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.search.grep.GrepOutcome.Found;
import dev.deft.search.grep.LineQuery;
import dev.deft.search.walk.PortableDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchSafetyTest {

    private static final Duration LONG = Duration.ofMinutes(4);

    @TempDir Path temporary;

    @Test
    void neverLeavesTheRootThroughALinkSwappedInDuringTheWalk() throws Exception {
        Path root = Files.createDirectory(temporary.resolve("root"));
        Path outside = Files.createDirectories(temporary.resolve("outside/deep"));
        Files.writeString(outside.resolve("stolen.txt"), "SECRET\n");
        Files.createDirectories(root.resolve("real/deep"));
        Files.writeString(root.resolve("real/deep/own.txt"), "open\n");
        Files.createSymbolicLink(root.resolve("link"), temporary.resolve("outside"));
        var done = new AtomicBoolean();
        var swaps = new AtomicInteger();
        var failures = new ArrayList<IOException>();
        Thread swapper = Thread.ofPlatform().start(() -> swap(root, done, swaps, failures));
        try (Search search = Search.open(root, Map.of())) {
            for (int i = 0; i < 3000; i++) {
                Found found = (Found) search.grep(LineQuery.of("SECRET"));
                assertThat(found.matches()).isEmpty();
                assertThat(search.files(GlobQuery.of("stolen*")).files()).isEmpty();
            }
        } finally {
            done.set(true);
            swapper.join();
        }
        assertThat(failures).isEmpty();
        assertThat(swaps).hasPositiveValue();
    }

    private static void swap(
            Path root, AtomicBoolean done, AtomicInteger swaps, List<IOException> failures) {
        try {
            while (!done.get()) {
                Files.move(root.resolve("real"), root.resolve("parked"));
                Files.move(root.resolve("link"), root.resolve("real"));
                Files.move(root.resolve("real"), root.resolve("link"));
                Files.move(
                        root.resolve("parked"),
                        root.resolve("real"),
                        StandardCopyOption.ATOMIC_MOVE);
                swaps.incrementAndGet();
            }
        } catch (IOException e) {
            failures.add(e);
        }
    }

    @Test
    void waitsForNoPipe() throws Exception {
        Files.writeString(temporary.resolve("a"), "x\n");
        new SearchCommands(temporary, Map.of()).run("mkfifo", "pipe");
        try (Search search = Search.open(temporary, Map.of())) {
            assertThat(((Found) search.grep(LineQuery.of("x"))).total()).isEqualTo(1);
            assertThat(search.files(GlobQuery.of("*")).files()).containsExactly("a");
            assertThat(search.list(ListQuery.of("")).entries())
                    .extracting(EntryList.Entry::kind)
                    .containsExactly(EntryList.Kind.FILE, EntryList.Kind.OTHER);
        }
    }

    @Test
    void showsNamesThatAreNoTextWithoutBreaking() throws Exception {
        String script = "printf 'x\\n' > \"$(printf 'bad\\377.txt')\"; printf 'x\\n' > 'new\nline'";
        new SearchCommands(temporary, Map.of()).run("sh", "-c", script);
        try (Search search = Search.open(temporary, Map.of())) {
            assertThat(search.files(GlobQuery.of("*")).files())
                    .containsExactly("bad\ufffd.txt", "new\nline");
            assertThat(((Found) search.grep(LineQuery.of("x"))).files()).isEqualTo(2);
        }
    }

    @Test
    void findsUtf8NamesInAnyLocale() throws Exception {
        Files.createDirectories(temporary.resolve("sub"));
        byte[] name = "grün.txt".getBytes(UTF_8);
        String octal = new String(name, ISO_8859_1);
        var script = new StringBuilder("printf 'x\\n' > \"$(printf '");
        octal.chars().forEach(it -> script.append("\\").append(Integer.toOctalString(it)));
        new SearchCommands(temporary, Map.of()).run("sh", "-c", script + "')\"");
        try (Search search = Search.open(temporary, Map.of())) {
            assertThat(search.files(GlobQuery.of("gr?n.txt")).files()).containsExactly("grün.txt");
        }
    }

    @Test
    void refusesPathsThatLeaveTheRoot() {
        try (Search search = Search.open(temporary, Map.of())) {
            for (String path : List.of("..", "a/../..", "/etc", "a\0b")) {
                assertThatThrownBy(() -> search.files(GlobQuery.of("*").in(path)))
                        .isInstanceOf(InvalidPathException.class);
            }
        }
    }

    /// Computing the members of a property each time would use up the whole timeout.
    @Test
    void readsAPatternOfManyPropertiesInTime() throws Exception {
        Files.writeString(temporary.resolve("a.txt"), "a\n");
        try (Search search = Search.open(temporary, Map.of())) {
            assertThat(search.grep(LineQuery.of("\\p{L}".repeat(2_000)))).isInstanceOf(Found.class);
            assertThat(((Found) search.grep(LineQuery.of("^\\p{Ll}\\P{Lu}?$"))).matches())
                    .hasSize(1);
        }
    }

    @Test
    void countsDirectoriesItCannotRead() throws Exception {
        Files.createDirectories(temporary.resolve("locked/inner"));
        Files.createDirectories(temporary.resolve("open"));
        Files.writeString(temporary.resolve("open/a"), "x\n");
        Files.writeString(temporary.resolve("locked/b"), "x\n");
        try (Search search =
                Search.open(
                        temporary,
                        Map.of(),
                        () ->
                                new TamperedDisk(
                                        new PortableDisk(temporary), Set.of("locked"), () -> {}))) {
            assertThat(search.files(GlobQuery.of("*")))
                    .isEqualTo(new FileList(List.of("open/a"), 1, 1));
            assertThat(((Found) search.grep(LineQuery.of("x"))).unreadable()).isEqualTo(1);
        }
    }

    @Test
    void stopsWithinAFewFilesWhenInterrupted() throws Exception {
        int files = 400;
        for (int i = 0; i < files; i++) {
            Path directory = Files.createDirectories(temporary.resolve("d" + i % 2));
            Files.writeString(directory.resolve("f" + i), "some text of a line\n");
        }
        var interruption = new Interruption();
        try (Search search =
                Search.open(
                        temporary,
                        Map.of(),
                        () ->
                                new TamperedDisk(
                                        new PortableDisk(temporary), Set.of(), interruption))) {
            assertThatThrownBy(() -> search.grep(LineQuery.of("[a-z]+ of [b-z]").withTimeout(LONG)))
                    .isInstanceOf(InterruptedException.class);
        }
        assertThat(interruption.later()).isLessThan(files / 4);
    }

    /// Interrupts the searching thread when it opens its tenth file, and counts the files opened
    /// afterwards. The other threads wait while it runs: on a busy machine they would open all
    /// files before it can stop them.
    private static final class Interruption implements Runnable {

        private final Thread searcher = Thread.currentThread();
        private final AtomicInteger own = new AtomicInteger();
        private final AtomicInteger later = new AtomicInteger();

        int later() {
            return later.get();
        }

        @Override
        public void run() {
            if (own.get() >= 10) {
                later.incrementAndGet();
            }
            if (Thread.currentThread().equals(searcher)) {
                if (own.incrementAndGet() == 10) {
                    searcher.interrupt();
                }
                return;
            }
            for (int i = 0; i < 100_000 && searcher.getState() == Thread.State.RUNNABLE; i++) {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    @Test
    void leavesNoDescriptorOpen() throws Exception {
        Files.createDirectories(temporary.resolve("a/b/c"));
        Files.writeString(temporary.resolve("a/b/c/d"), "x\n");
        try (Search search = Search.open(temporary, Map.of())) {
            search.warm();
            search.awaitWarm();
            long before = descriptors();
            for (int i = 0; i < 50; i++) {
                assertThatThrownBy(() -> search.files(GlobQuery.of("*").in("a/none/x")))
                        .isInstanceOf(IOException.class);
                assertThatThrownBy(() -> search.grep(LineQuery.of("x").withSink(_ -> fail())))
                        .isInstanceOf(IOException.class);
                search.grep(LineQuery.of("x").in("a/b/c/d"));
                search.list(ListQuery.of("a").recursive());
            }
            assertThat(descriptors()).isLessThan(before + 20);
        }
    }

    private static void fail() throws IOException {
        throw new IOException("no space left");
    }

    private static long descriptors() throws IOException {
        try (var all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        }
    }

    @Test
    void leavesNoThreadBehind() throws Exception {
        Files.writeString(temporary.resolve("a"), "x\n");
        try (Search search = Search.open(temporary, Map.of())) {
            search.grep(LineQuery.of("x"));
        }
        Threads.assertNoneIsLeft();
    }
}
