package dev.deft.agent.memory.index;

import dev.deft.agent.memory.Embeddings;
import dev.deft.agent.memory.FoundMemory;
import dev.deft.agent.memory.Memory;
import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.state.StatePaths;
import dev.deft.state.Uninterrupted;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The index of one workspace. Each search first reads the files that changed; what is new is
/// embedded in the background, and a search that would have to wait longer than [#WAIT] answers
/// from what is there.
public final class MemoryIndex implements AutoCloseable {

    /// Larger files are not indexed.
    public static final int MAX_FILE_BYTES = 1 << 20;

    /// How long a search waits for new files to be embedded.
    public static final Duration WAIT = Duration.ofSeconds(3);

    private static final int MAX_ATTEMPTS = 10;
    private static final long REPORT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final MemorySource source;
    private final IndexStore store;
    private final Supplier<Optional<Embeddings>> models;
    private final Consumer<String> notices;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Map<String, IndexedFile> files = new TreeMap<>();
    private List<String> skipped = List.of();
    private String model = "";
    private Optional<Thread> worker = Optional.empty();
    private int pending;
    private boolean loaded;
    private boolean unsaved;
    private boolean closed;

    /// Reads nothing yet.
    ///
    /// @param models opened by the first search
    /// @param notices gets a message if the index cannot be saved
    public MemoryIndex(
            MemorySource source,
            StatePaths state,
            Supplier<Optional<Embeddings>> models,
            Consumer<String> notices) {
        this.source = source;
        this.store = new IndexStore(state);
        this.models = models;
        this.notices = notices;
    }

    /// Finds matches.
    ///
    /// @param wait how long to wait for new files to be embedded
    /// @param progress receives a line while it waits
    public FoundMemory search(Memory.Query query, Duration wait, Consumer<String> progress)
            throws IOException, InterruptedException {
        Optional<Embeddings> embeddings = models.get();
        Optional<float[]> vector =
                embeddings.isPresent()
                        ? Optional.of(embeddings.get().embed(query.text()))
                        : Optional.empty();
        refresh(embeddings);
        await(wait, progress);
        var ranking = new Ranking(query.text(), vector, Ranking.Weights.USUAL);
        Optional<List<FoundMemory.Match>> found = matches(ranking, query);
        for (int attempt = 1; found.isEmpty(); attempt++) {
            if (attempt == MAX_ATTEMPTS) {
                throw new HostException(
                        ErrorCode.CONFLICT,
                        "The memory files change faster than they can be read. Search again later.");
            }
            refresh(embeddings);
            found = matches(ranking, query);
        }
        return embeddings.isPresent()
                ? new FoundMemory(found.get(), FoundMemory.Method.HYBRID, progress())
                : new FoundMemory(
                        found.get(), FoundMemory.Method.KEYWORD, progress().withoutPending());
    }

    /// The best matches; empty if a file is another one than the index says.
    private Optional<List<FoundMemory.Match>> matches(Ranking ranking, Memory.Query query)
            throws IOException {
        var matches = new MatchReader(this, query);
        for (Ranking.Scored it : ranking.rank(snapshot(), query.minScore())) {
            if (matches.isFull()) {
                break;
            }
            if (!matches.add(it)) {
                forget(it.file());
                return Optional.empty();
            }
        }
        return Optional.of(matches.list());
    }

    private List<IndexedFile> snapshot() {
        lock.lock();
        try {
            return List.copyOf(files.values());
        } finally {
            lock.unlock();
        }
    }

    private FoundMemory.Progress progress() {
        lock.lock();
        try {
            return new FoundMemory.Progress(pending, files.size(), skipped);
        } finally {
            lock.unlock();
        }
    }

    /// The file changed just now, or without a new stamp, or the index on the disk is wrong.
    private void forget(IndexedFile file) {
        lock.lock();
        try {
            files.remove(file.path());
            countPending();
        } finally {
            lock.unlock();
        }
    }

    /// Brings the index up to date with the files, except for vectors.
    private void refresh(Optional<Embeddings> embeddings) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            if (closed) {
                throw new IOException("The workspace is closed.");
            }
            if (!loaded) {
                loaded = true;
                model = embeddings.map(Embeddings::id).orElse("");
                List<IndexedFile> kept = Uninterrupted.call(() -> store.read(model));
                kept.forEach(it -> files.put(it.path(), it));
                countPending();
            }
            update(source.files());
            if (embeddings.isPresent() && worker.isEmpty() && pending > 0) {
                worker = Optional.of(new EmbeddingWorker(this, embeddings.get()).start());
            }
        } finally {
            lock.unlock();
        }
    }

    private void countPending() {
        pending = (int) files.values().stream().filter(it -> !it.isEmbedded()).count();
    }

    private void update(List<SourceFile> listed) throws IOException {
        Map<String, IndexedFile> before = new HashMap<>(files);
        Optional<FileIndexer> indexer = Optional.empty();
        Map<String, IndexedFile> after = new TreeMap<>();
        List<String> left = new ArrayList<>();
        for (SourceFile file : listed) {
            Optional<IndexedFile> known = Optional.ofNullable(before.get(file.path()));
            if (file.size() > MAX_FILE_BYTES) {
                left.add(file.path());
            } else if (known.isPresent() && isSame(known.get(), file)) {
                after.put(file.path(), known.get());
            } else {
                indexer = Optional.of(indexer.orElseGet(() -> new FileIndexer(before.values())));
                Optional<Bytes> content = source.load(file.path());
                if (content.isPresent()) {
                    after.put(file.path(), indexed(file, content.get(), known, indexer.get()));
                }
            }
        }
        after.values().stream().filter(it -> !it.text()).forEach(it -> left.add(it.path()));
        boolean changed = indexer.isPresent() || after.size() != files.size();
        unsaved |= changed;
        files.clear();
        files.putAll(after);
        skipped = left.stream().sorted().toList();
        if (changed) {
            countPending();
        }
    }

    private static boolean isSame(IndexedFile known, SourceFile file) {
        return known.stamp().isPresent() && known.stamp().equals(file.stamp());
    }

    private static IndexedFile indexed(
            SourceFile file, Bytes content, Optional<IndexedFile> known, FileIndexer indexer) {
        String hash = FileIndexer.hash(content);
        return known.isPresent() && known.get().hash().equals(hash)
                ? known.get().at(file)
                : indexer.index(file, content, hash);
    }

    private void await(Duration wait, Consumer<String> progress)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + wait.toNanos();
        lock.lockInterruptibly();
        try {
            while (worker.isPresent()) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return;
                }
                if (idle.awaitNanos(Math.min(left, REPORT_NANOS)) <= 0) {
                    FoundMemory.Progress now = progress();
                    progress.accept(
                            "Indexed %d of %d memory files.\n"
                                    .formatted(now.files() - now.pending(), now.files()));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// The next file to embed; empty if all are done or the index is closed.
    ///
    /// @param given files that could not be embedded
    Optional<IndexedFile> nextToEmbed(Set<String> given) {
        lock.lock();
        try {
            return closed
                    ? Optional.empty()
                    : files.values().stream()
                            .filter(it -> !it.isEmbedded() && !given.contains(it.path()))
                            .findFirst();
        } finally {
            lock.unlock();
        }
    }

    /// Loads the text that was indexed; empty if the file has changed since.
    Optional<String> text(IndexedFile file) throws IOException {
        return source.load(file.path())
                .filter(it -> FileIndexer.hash(it).equals(file.hash()))
                .map(FileIndexer::text);
    }

    /// Stores the vectors of a file, unless it has changed meanwhile.
    void embedded(IndexedFile file) {
        lock.lock();
        try {
            files.computeIfPresent(
                    file.path(),
                    (_, it) -> it.hash().equals(file.hash()) ? it.with(file.chunks()) : it);
            unsaved = true;
            countPending();
        } finally {
            lock.unlock();
        }
    }

    void workerEnded(Optional<String> problem) {
        save();
        problem.ifPresent(notices);
        lock.lock();
        try {
            worker = Optional.empty();
            idle.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Saves what has changed since it was last saved.
    void save() {
        List<IndexedFile> all;
        lock.lock();
        try {
            if (!unsaved) {
                return;
            }
            unsaved = false;
            all = List.copyOf(files.values());
        } finally {
            lock.unlock();
        }
        try {
            Uninterrupted.call(() -> {
                store.write(all, model);
                return true;
            });
        } catch (IOException e) {
            notices.accept(
                    "The memory index could not be saved and will be built again: "
                            + e.getMessage());
        }
    }

    /// Ends the work in the background and saves what there is.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            while (worker.isPresent()) {
                idle.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
        save();
    }
}
