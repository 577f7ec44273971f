package dev.deft.agent.memory.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.memory.Embeddings;
import dev.deft.agent.memory.FoundMemory;
import dev.deft.agent.memory.FoundMemory.Match;
import dev.deft.agent.memory.FoundMemory.Method;
import dev.deft.agent.memory.Memory;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryIndexTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir private Path root;
    private final WordVectors vectors = new WordVectors();
    private final List<String> notices = new ArrayList<>();

    @BeforeEach
    void createFiles() throws IOException {
        write("memory/a.md", "# Boat\n\nThe boat lies in the harbor.\n");
        write("memory/b.md", "# Tax\n\nThe tax return is due in July.\n");
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private MemoryIndex open() {
        return open(Optional.of(vectors));
    }

    private MemoryIndex open(Optional<Embeddings> embeddings) {
        return open(embeddings, false);
    }

    private MemoryIndex open(Optional<Embeddings> embeddings, boolean stamped) {
        return new MemoryIndex(
                new DirectorySource(root, stamped),
                new StatePaths(root),
                () -> embeddings,
                notices::add);
    }

    private Path file() {
        return new StatePaths(root).memoryIndex();
    }

    private static FoundMemory search(MemoryIndex index, String query) throws Exception {
        return search(index, query, _ -> true);
    }

    private static FoundMemory search(MemoryIndex index, String query, Predicate<String> mayRead)
            throws Exception {
        return index.search(new Memory.Query(query, 6, 0.35, mayRead), LONG, _ -> {});
    }

    private static List<String> paths(FoundMemory found) {
        return found.matches().stream().map(Match::path).toList();
    }

    @Test
    void findsAPassageWithItsLines() throws Exception {
        try (MemoryIndex index = open()) {
            FoundMemory found = search(index, "where is the boat, in the harbor?");
            assertThat(found.method()).isEqualTo(Method.HYBRID);
            assertThat(found.progress()).isEqualTo(new FoundMemory.Progress(0, 2, List.of()));
            Match best = found.matches().getFirst();
            assertThat(best.path()).isEqualTo("memory/a.md");
            assertThat(best.snippet()).isEqualTo("# Boat\n\nThe boat lies in the harbor.");
            assertThat(best.startLine()).isEqualTo(1);
            assertThat(best.endLine()).isEqualTo(3);
            assertThat(best.score()).isBetween(0.35, 1.0);
        }
    }

    @Test
    void seesWhatChangedSinceTheLastSearch() throws Exception {
        try (MemoryIndex index = open()) {
            search(index, "boat?");
            write("memory/a.md", "# Bees\n\nThe bees live behind the orchard.\n");
            assertThat(paths(search(index, "boat harbor?"))).isEmpty();
            assertThat(paths(search(index, "bees orchard?"))).containsExactly("memory/a.md");
            Files.move(root.resolve("memory/a.md"), root.resolve("memory/c.md"));
            assertThat(paths(search(index, "bees orchard?"))).containsExactly("memory/c.md");
            Files.delete(root.resolve("memory/c.md"));
            assertThat(paths(search(index, "bees orchard?"))).isEmpty();
            write("memory/deep/er/d.md", "bees again in the orchard");
            assertThat(paths(search(index, "bees orchard?")))
                    .containsExactly("memory/deep/er/d.md");
        }
    }

    @Test
    void seesAChangeThatLeavesTimeAndSizeAsTheyWere() throws Exception {
        try (MemoryIndex index = open(Optional.of(vectors), true)) {
            FileTime time = FileTime.from(Instant.EPOCH);
            Files.setLastModifiedTime(root.resolve("memory/a.md"), time);
            search(index, "boat harbor?");
            write("memory/a.md", "# Boot\n\nThe boat lies in the marina.\n");
            Files.setLastModifiedTime(root.resolve("memory/a.md"), time);
            assertThat(search(index, "boat harbor?").matches())
                    .allSatisfy(it -> assertThat(it.snippet()).contains("marina"));
        }
    }

    @Test
    void embedsOnlyWhatIsNew() throws Exception {
        try (MemoryIndex index = open()) {
            search(index, "boat?");
        }
        int before = vectors.embedded();
        Files.move(root.resolve("memory/a.md"), root.resolve("memory/z.md"));
        try (MemoryIndex index = open()) {
            assertThat(paths(search(index, "boat harbor?"))).containsExactly("memory/z.md");
            assertThat(vectors.embedded()).isEqualTo(before);
            write(
                    "memory/b.md",
                    "# Tax\n\nThe tax return is due in July.\n\n# More\n\nNew and long text\n");
            search(index, "boat?");
            assertThat(vectors.embedded()).isEqualTo(before + 1);
        }
    }

    @Test
    void searchesByKeywordsWithoutEmbeddings() throws Exception {
        try (MemoryIndex index = open(Optional.empty())) {
            FoundMemory found = search(index, "tax return?");
            assertThat(found.method()).isEqualTo(Method.KEYWORD);
            assertThat(found.progress().pending()).isZero();
            assertThat(paths(found)).containsExactly("memory/b.md");
            assertThat(search(index, "elephants").matches()).isEmpty();
        }
    }

    @Test
    void comparesNoVectorsOfAnotherModel() throws Exception {
        try (MemoryIndex index = open()) {
            search(index, "boat?");
        }
        var other = new WordVectors("other");
        try (MemoryIndex index = open(Optional.of(other))) {
            search(index, "boat?");
        }
        assertThat(other.embedded()).isEqualTo(vectors.embedded());
    }

    @Test
    void leavesOutWhatTheCallMayNotRead() throws Exception {
        try (MemoryIndex index = open()) {
            assertThat(search(index, "boat harbor?", it -> !it.equals("memory/a.md")).matches())
                    .isEmpty();
        }
    }

    @Test
    void answersFromWhatIsThereWhileItIsBuilt() throws Exception {
        vectors.hold();
        try (MemoryIndex index = open()) {
            FoundMemory found =
                    index.search(
                            new Memory.Query("tax return due?", 6, 0.35, _ -> true),
                            Duration.ofMillis(1),
                            _ -> {});
            assertThat(paths(found)).containsExactly("memory/b.md");
            assertThat(found.progress()).isEqualTo(new FoundMemory.Progress(2, 2, List.of()));
            vectors.release();
            assertThat(search(index, "tax return due?").progress().pending()).isZero();
        } finally {
            vectors.release();
        }
    }

    @Test
    void reportsProgressWhileItWaits() throws Exception {
        vectors.hold();
        List<String> progress = new ArrayList<>();
        try (MemoryIndex index = open()) {
            index.search(
                    new Memory.Query("tax?", 6, 0.35, _ -> true),
                    Duration.ofMinutes(1),
                    it -> {
                        progress.add(it);
                        vectors.release();
                    });
        } finally {
            vectors.release();
        }
        assertThat(progress).contains("Indexed 0 of 2 memory files.\n");
    }

    @Test
    void keepsItsFileForTheOwner() throws Exception {
        try (MemoryIndex index = open()) {
            search(index, "boat?");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file(), java.nio.charset.StandardCharsets.ISO_8859_1))
                .as("the index spells out nothing")
                .doesNotContain("harbor");
    }

    @Test
    void rebuildsADamagedFileSilently() throws Exception {
        try (MemoryIndex index = open()) {
            search(index, "boat?");
        }
        byte[] good = Files.readAllBytes(file());
        var random = new Random(3);
        for (int i = 0; i < 60; i++) {
            byte[] bad = good.clone();
            int length = i % 2 == 0 ? bad.length : random.nextInt(bad.length);
            bad[random.nextInt(bad.length)] ^= (byte) (1 + random.nextInt(255));
            Files.write(file(), java.util.Arrays.copyOf(bad, length));
            try (MemoryIndex index = open()) {
                assertThat(paths(search(index, "boat harbor?"))).containsExactly("memory/a.md");
            }
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void believesNoForeignFile() throws Exception {
        write("memory/a.md", "# Bees\n\nThe bees live behind the orchard.\n");
        var planted =
                new IndexedFile(
                        "memory/a.md",
                        new DirectorySource(root, true).files().getFirst().stamp(),
                        "0".repeat(64),
                        true,
                        List.of(
                                new IndexedChunk(
                                        new Chunk(1, 900, 5, 1 << 30),
                                        1,
                                        SearchTerms.of("boat harbor"),
                                        Optional.of(
                                                Meaning.of(
                                                        List.of(vectors.embed("boat harbor")))))));
        new IndexStore(new StatePaths(root)).write(List.of(planted), vectors.id());
        try (MemoryIndex index = open(Optional.of(vectors), true)) {
            assertThat(search(index, "boat harbor?").matches()).isEmpty();
            assertThat(paths(search(index, "bees orchard?"))).containsExactly("memory/a.md");
        }
    }

    @Test
    void followsNoLinkInItsPlace() throws Exception {
        Path outside = Files.writeString(root.resolve("outside.txt"), "mine");
        Files.createDirectories(file().getParent());
        Files.createSymbolicLink(file(), outside);
        try (MemoryIndex index = open()) {
            search(index, "boat?");
        }
        assertThat(outside).hasContent("mine");
        assertThat(Files.isSymbolicLink(file())).isFalse();
    }

    @Test
    void removesTemporaryFilesOfKilledProcesses() throws Exception {
        Files.createDirectories(file().getParent());
        Path old = Files.writeString(file().resolveSibling("memory.index.1.tmp"), "half");
        Files.setLastModifiedTime(old, FileTime.from(Instant.EPOCH));
        Path young = Files.writeString(file().resolveSibling("memory.index.2.tmp"), "half");
        try (MemoryIndex index = open()) {
            search(index, "boat?");
        }
        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    @Test
    void saysThatItCannotBeSaved() throws Exception {
        Files.createDirectories(file());
        Files.writeString(file().resolve("in-the-way"), "");
        try (MemoryIndex index = open()) {
            assertThat(paths(search(index, "boat harbor?"))).containsExactly("memory/a.md");
        }
        assertThat(notices)
                .isNotEmpty()
                .allMatch(it -> it.startsWith("The memory index could not be saved"));
    }

    @Test
    void survivesFilesThatAreNoNotes() throws Exception {
        Files.write(root.resolve("memory/binary.md"), new byte[] {1, 0, 2});
        Files.write(
                root.resolve("memory/invalid.md"), new byte[] {(byte) 0xff, 'b', 'e', 'e', 's'});
        write("memory/empty.md", "");
        write("memory/huge.md", "x".repeat(MemoryIndex.MAX_FILE_BYTES + 1));
        write("memory/na\nme \u202e.md", "odd names are fine with elephants");
        try (MemoryIndex index = open()) {
            FoundMemory found = search(index, "elephants fine names?");
            assertThat(paths(found)).startsWith("memory/na\nme \u202e.md");
            assertThat(found.progress().skipped())
                    .containsExactly("memory/binary.md", "memory/huge.md");
            assertThat(found.progress().pending()).isZero();
        }
    }

    @Test
    void findsByKeywordsWhenEmbeddingFails() throws Exception {
        vectors.breakDown();
        try (MemoryIndex index = open()) {
            FoundMemory found = search(index, "tax return due?");
            assertThat(paths(found)).containsExactly("memory/b.md");
            assertThat(found.progress().pending()).isEqualTo(2);
        }
        assertThat(notices)
                .contains(
                        "Memory files could not be embedded and are found by keywords only: out of order");
    }

    @Test
    void answersManyAtOnce() throws Exception {
        try (MemoryIndex index = open()) {
            List<Thread> threads = new ArrayList<>();
            var failures = new java.util.concurrent.ConcurrentLinkedQueue<Throwable>();
            for (int i = 0; i < 8; i++) {
                int number = i;
                threads.add(
                        Thread.ofVirtual()
                                .start(() -> {
                                    try {
                                        write("memory/t" + number + ".md", "thread text " + number);
                                        assertThat(paths(search(index, "boat harbor?")))
                                                .contains("memory/a.md");
                                    } catch (Exception | AssertionError e) {
                                        failures.add(e);
                                    }
                                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failures).isEmpty();
        }
    }

    @Test
    void isOfNoUseOnceClosed() {
        MemoryIndex index = open();
        index.close();
        assertThatThrownBy(() -> search(index, "boat?")).isInstanceOf(IOException.class);
    }
}
