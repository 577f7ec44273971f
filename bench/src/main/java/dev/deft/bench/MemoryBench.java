package dev.deft.bench;

import dev.deft.agent.memory.Embeddings;
import dev.deft.agent.memory.FoundMemory;
import dev.deft.agent.memory.Memory;
import dev.deft.agent.memory.index.MemoryIndex;
import dev.deft.agent.memory.index.MemorySource;
import dev.deft.agent.memory.index.ModelOpener;
import dev.deft.agent.memory.index.SourceFile;
import dev.deft.host.Bytes;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/// Measures memory search: the build of an index of a thousand files, and searches over ten
/// thousand chunks against their budget. Give a number of files to build fewer.
public final class MemoryBench {

    private static final int FILES = 1_000;
    private static final int CHUNKS_PER_FILE = 10;
    private static final int WORDS = 70;
    private static final int SEARCHES = 200;
    private static final double MOST_MILLIS = 10;
    private static final int NANOS = 1_000_000;

    private static final List<String> VOCABULARY =
            List.of(
                    "server backup invoice harbor deploy release garden customer contract payment query index cache token"
                            .split(" ", -1));

    private MemoryBench() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int files = BenchArguments.number("number of files", FILES, args);
        Path root = Files.createTempDirectory("deft-memory-bench");
        Map<String, String> notes = notes(files);
        try (var models = new ModelOpener(root.resolve("cache"), MemoryBench::print)) {
            Optional<Embeddings> model = models.get();
            System.out.println(
                    model.isPresent() ? "embeddings: " + model.get().id() : "keywords only");
            var targets = new BenchTargets();
            build(notes, root, model);
            search(notes, root, model, targets);
            System.exit(targets.verdict() ? 0 : 1);
        }
    }

    private static void print(String line) {
        System.out.println(line);
    }

    private static Map<String, String> notes(int files) {
        var random = new Random(1);
        Map<String, String> notes = new TreeMap<>();
        for (int i = 0; i < files; i++) {
            var text = new StringBuilder();
            for (int chunk = 0; chunk < CHUNKS_PER_FILE; chunk++) {
                text.append("# Note ").append(i).append('.').append(chunk).append("\n\n");
                for (int word = 1; word <= WORDS; word++) {
                    text.append(VOCABULARY.get(random.nextInt(VOCABULARY.size())));
                    text.append(random.nextInt(100)).append(word % 14 == 0 ? ". " : " ");
                }
                text.append("\n\n");
            }
            notes.put("memory/%04d.md".formatted(i), text.toString());
        }
        return notes;
    }

    private static MemoryIndex index(
            Map<String, String> notes, Path root, Optional<Embeddings> model) {
        return new MemoryIndex(
                new Notes(notes), new StatePaths(root), () -> model, MemoryBench::print);
    }

    private static void build(Map<String, String> notes, Path root, Optional<Embeddings> model)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (MemoryIndex index = index(notes, root, model)) {
            FoundMemory first =
                    index.search(query("where is the invoice?"), Duration.ZERO, _ -> {});
            long answered = System.nanoTime();
            System.out.printf(
                    Locale.ROOT,
                    "first answer, by keywords, with %d of %d files still to embed: %d ms%n",
                    first.progress().pending(),
                    first.progress().files(),
                    (answered - start) / NANOS);
            index.search(query("where is the invoice?"), Duration.ofHours(1), _ -> {});
        }
        System.out.printf(
                Locale.ROOT,
                "index of %d files, %d chunks: %.1f s, %.1f MB%n",
                notes.size(),
                notes.size() * CHUNKS_PER_FILE,
                (System.nanoTime() - start) / (double) NANOS / 1_000,
                Files.size(new StatePaths(root).memoryIndex()) / 1e6);
    }

    private static void search(
            Map<String, String> notes, Path root, Optional<Embeddings> model, BenchTargets targets)
            throws IOException, InterruptedException {
        try (MemoryIndex index = index(notes, root, model)) {
            long start = System.nanoTime();
            index.search(query("harbor?"), Duration.ofHours(1), _ -> {});
            System.out.printf(
                    Locale.ROOT,
                    "first search of a process, index from the disk: %d ms%n",
                    (System.nanoTime() - start) / NANOS);
            double[] all = new double[SEARCHES];
            double[] embedding = new double[SEARCHES];
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < SEARCHES; i++) {
                    String question = "which payment was made for contract%d?".formatted(i % 100);
                    long before = System.nanoTime();
                    if (model.isPresent()) {
                        model.get().embed(question);
                    }
                    long embedded = System.nanoTime();
                    index.search(query(question), Duration.ofHours(1), _ -> {});
                    embedding[i] = (embedded - before) / (double) NANOS;
                    all[i] = (System.nanoTime() - embedded) / (double) NANOS;
                }
            }
            double own = median(all) - median(embedding);
            int chunks = notes.size() * CHUNKS_PER_FILE;
            targets.atMost("memory search over " + chunks + " chunks", own, MOST_MILLIS, "ms");
            targets.told("embedding of the query, not in it", median(embedding), "ms");
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static Memory.Query query(String text) {
        return new Memory.Query(text, 6, 0, _ -> true);
    }

    private record Notes(Map<String, String> texts) implements MemorySource {

        @Override
        public List<SourceFile> files() {
            return texts.entrySet().stream()
                    .map(it ->
                            new SourceFile(it.getKey(), it.getValue().length(), Optional.of("1")))
                    .toList();
        }

        @Override
        public Optional<Bytes> load(String path) {
            return Optional.ofNullable(texts.get(path)).map(Bytes::of);
        }
    }
}
