package dev.deft.registry;

import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// All tools by id, over all sources. Tools may be added and removed while calls run.
///
/// A changed source is read again on the next access. If two sources have a tool with the same id,
/// the one of the source added first is used, and a notice reports the other.
public final class ToolRegistry implements AutoCloseable {

    private final Consumer<String> notices;
    private final ToolStats calls = new ToolStats();
    private final List<SourceEntry> sources = new ArrayList<>();
    private final Set<String> removed = new HashSet<>();
    private final Set<String> reported = new HashSet<>();
    private Optional<ToolInitializer> initializer = Optional.empty();
    private final AtomicLong changes = new AtomicLong();
    private volatile Snapshot snapshot = new Snapshot(0, Map.of());

    /// How many changes the snapshot has. It is set after the snapshot, so that nobody gets an old
    /// one while a thread is still reading the sources.
    private volatile long known;

    private boolean reading;

    /// Creates an empty registry without a listener for notices.
    public ToolRegistry() {
        this(_ -> {});
    }

    /// Creates an empty registry.
    ///
    /// @param notices receives a sentence for each tool that is left out
    public ToolRegistry(Consumer<String> notices) {
        this.notices = notices;
    }

    public static ToolRegistry of(Collection<? extends Tool<?>> tools) {
        var registry = new ToolRegistry();
        registry.registerMany(tools);
        return registry;
    }

    /// Adds a source. Later changes of its list are followed.
    public void add(ToolSource source) {
        add(source, true);
    }

    /// Adds a source whose tools can be called by their ids, but are listed only by dialects that
    /// name them.
    public void addUnlisted(ToolSource source) {
        add(source, false);
    }

    private void add(ToolSource source, boolean listed) {
        var entry = new SourceEntry(source, false, listed);
        entry.subscription = source.onChange(entry);
        append(entry).forEach(notices);
    }

    /// Adds a tool.
    ///
    /// @throws IllegalArgumentException if its id is taken
    public void register(Tool<?> tool) {
        registerMany(List.of(tool));
    }

    /// Adds all of these tools, or none if an id is taken.
    public synchronized void registerMany(Collection<? extends Tool<?>> more) {
        Set<String> taken = new HashSet<>(snapshot().tools().keySet());
        for (Tool<?> tool : more) {
            if (!taken.add(tool.spec().id())) {
                throw new IllegalArgumentException(
                        "There is a tool " + tool.spec().id() + " already.");
            }
        }
        append(new SourceEntry(ToolSource.of("the program", List.copyOf(more)), true, true))
                .forEach(notices);
    }

    /// Removes a tool of any source. Its id can be registered again.
    public synchronized void remove(String id) {
        removed.add(id);
        for (SourceEntry entry : sources) {
            entry.remove(id);
        }
        changes.incrementAndGet();
        snapshot();
    }

    /// The current tools. It returns the same value until something changes.
    public Snapshot snapshot() {
        if (known != changes.get()) {
            refresh().forEach(notices);
        }
        return snapshot;
    }

    /// Reads a new source. The others are not asked again unless one of them has changed.
    private synchronized Set<String> append(SourceEntry entry) {
        sources.add(entry);
        if (reading || known != changes.get()) {
            changes.incrementAndGet();
            return refresh();
        }
        return read(List.of(entry), new LinkedHashMap<>(snapshot.tools()));
    }

    /// Reads the changed sources. A change in the meantime makes the snapshot stale again. A source
    /// that looks into the registry while it lists its tools sees the old ones.
    private synchronized Set<String> refresh() {
        long now = changes.get();
        if (reading || known == now) {
            return Set.of();
        }
        Set<String> fresh = read(List.copyOf(sources), new LinkedHashMap<>());
        known = now;
        return fresh;
    }

    /// Makes a snapshot of some tools and those of some sources behind them.
    ///
    /// @return a sentence for each problem that was not reported before
    private Set<String> read(List<SourceEntry> more, Map<String, Registered> all) {
        reading = true;
        try {
            long version = snapshot.version() + 1;
            Set<String> problems = new LinkedHashSet<>();
            for (SourceEntry entry : more) {
                entry.read(version).ifPresent(problems::add);
                collect(entry, all, problems);
            }
            snapshot = new Snapshot(version, all);
            problems.removeAll(reported);
            reported.addAll(problems);
            return problems;
        } finally {
            reading = false;
        }
    }

    private void collect(SourceEntry entry, Map<String, Registered> all, Set<String> problems) {
        for (Tool<?> tool : entry.tools) {
            String id = tool.spec().id();
            if (!entry.registered && removed.contains(id)) {
                continue;
            }
            if (all.containsKey(id)) {
                problems.add(
                        "The tool %s of %s is left out: there is one with this id already. Rename or remove it."
                                .formatted(id, entry.source.name()));
            } else {
                all.put(id, new Registered(tool, entry.sourceVersion, entry.listed));
            }
        }
    }

    /// Waits until the sources know their tools, or the time is over.
    public void awaitSources(Duration most) throws InterruptedException {
        List<SourceEntry> all;
        synchronized (this) {
            all = List.copyOf(sources);
        }
        long end = System.nanoTime() + most.toNanos();
        for (SourceEntry it : all) {
            it.source.awaitTools(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        }
    }

    public Optional<Tool<?>> get(String id) {
        Registered known = snapshot().tools().get(id);
        return known == null ? Optional.empty() : Optional.of(known.tool());
    }

    public boolean has(String id) {
        return snapshot().tools().containsKey(id);
    }

    public List<Tool<?>> list() {
        return snapshot().list();
    }

    public List<Tool<?>> listByCategory(ToolCategory category) {
        return list().stream()
                .filter(it -> it.spec().category() == category)
                .<Tool<?>>map(it -> it)
                .toList();
    }

    /// Initializes tools. It is created on first use.
    synchronized ToolInitializer initializer() {
        ToolInitializer made = initializer.orElseGet(() -> new ToolInitializer(this));
        initializer = Optional.of(made);
        return made;
    }

    /// The statistics of all calls of tools of this registry.
    public ToolStats calls() {
        return calls;
    }

    /// Statistics of tools and calls.
    public RegistryStats stats() {
        return RegistryStats.of(list(), calls);
    }

    /// Closes the subscriptions. The current tools remain.
    @Override
    public synchronized void close() {
        sources.forEach(it -> it.subscription.close());
    }

    /// All tools at one time.
    ///
    /// @param version increases with each change
    public record Snapshot(long version, Map<String, Registered> tools) {

        public Snapshot {
            tools = Collections.unmodifiableMap(tools);
        }

        public List<Tool<?>> list() {
            List<Tool<?>> all = new ArrayList<>(tools.size());
            for (Registered it : tools.values()) {
                all.add(it.tool());
            }
            return all;
        }

        /// The tools that are shown to whoever names no dialect.
        public List<Tool<?>> listed() {
            List<Tool<?>> all = new ArrayList<>(tools.size());
            for (Registered it : tools.values()) {
                if (it.listed()) {
                    all.add(it.tool());
                }
            }
            return all;
        }
    }

    /// A registered tool.
    ///
    /// @param sourceVersion the version with which its source was last read
    /// @param listed whether it is shown to whoever names no dialect
    public record Registered(Tool<?> tool, long sourceVersion, boolean listed) {

        /// A tool that is shown.
        public Registered(Tool<?> tool, long sourceVersion) {
            this(tool, sourceVersion, true);
        }
    }

    /// A source and its tools when it was last read.
    private final class SourceEntry implements Runnable {

        private final ToolSource source;
        private final boolean registered;
        private final boolean listed;
        private volatile ToolSource.Subscription subscription = ToolSource.Subscription.NONE;
        private volatile boolean changed = true;
        private List<Tool<?>> tools = List.of();
        private long sourceVersion;

        SourceEntry(ToolSource source, boolean registered, boolean listed) {
            this.source = source;
            this.registered = registered;
            this.listed = listed;
        }

        /// Takes no lock, since a source may call it while holding its own lock.
        @Override
        public void run() {
            changed = true;
            changes.incrementAndGet();
        }

        void remove(String id) {
            if (registered) {
                tools = tools.stream().filter(it -> !it.spec().id().equals(id)).toList();
            }
        }

        /// Reads the source if it has changed. If that fails, its tools remain.
        ///
        /// @return the error
        Optional<String> read(long version) {
            if (!changed) {
                return Optional.empty();
            }
            changed = false;
            try {
                tools = List.copyOf(source.tools());
                sourceVersion = version;
                return Optional.empty();
            } catch (RuntimeException e) {
                return Optional.of(
                        "The tools of %s could not be read: %s".formatted(source.name(), e));
            }
        }
    }
}
