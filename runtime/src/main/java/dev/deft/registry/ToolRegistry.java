package dev.deft.registry;

import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolSource;
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
import java.util.function.Consumer;

/// Every tool there is, by id, over all sources. Tools may come and go while calls run.
///
/// A source that signals a change is read anew by whoever asks next. Where two have a tool of the
/// same id, that of the source that was added first counts; the other is left out, and said.
public final class ToolRegistry implements AutoCloseable {

    private final Consumer<String> notices;
    private final ToolStats calls = new ToolStats();
    private final List<SourceEntry> parts = new ArrayList<>();
    private final Set<String> removed = new HashSet<>();
    private final Set<String> told = new HashSet<>();
    private Optional<ToolInitializer> initializer = Optional.empty();
    private volatile boolean stale;
    private volatile Snapshot snapshot = new Snapshot(0, Map.of());

    /// A registry without tools, whose notices nobody reads.
    public ToolRegistry() {
        this(_ -> {});
    }

    /// A registry without tools.
    ///
    /// @param notices is told of tools that are left out, a sentence each
    public ToolRegistry(Consumer<String> notices) {
        this.notices = notices;
    }

    public static ToolRegistry of(Collection<? extends Tool<?>> tools) {
        var registry = new ToolRegistry();
        registry.registerMany(tools);
        return registry;
    }

    /// Adds the tools that a source has, now and later.
    public void add(ToolSource source) {
        var part = new SourceEntry(source, false);
        synchronized (this) {
            parts.add(part);
        }
        part.subscription = source.onChange(part);
        part.run();
        snapshot();
    }

    /// Adds a tool.
    ///
    /// @throws IllegalArgumentException when its id is taken
    public void register(Tool<?> tool) {
        registerMany(List.of(tool));
    }

    /// Adds all of these tools, or none when an id is taken.
    public synchronized void registerMany(Collection<? extends Tool<?>> more) {
        Set<String> taken = new HashSet<>(snapshot().tools().keySet());
        for (Tool<?> tool : more) {
            if (!taken.add(tool.spec().id())) {
                throw new IllegalArgumentException(
                        "There is a tool " + tool.spec().id() + " already.");
            }
        }
        var part = new SourceEntry(ToolSource.of("the program", List.copyOf(more)), true);
        parts.add(part);
        part.run();
        snapshot();
    }

    /// Removes a tool, wherever it comes from. Its id is free for a tool that is registered.
    public synchronized void remove(String id) {
        removed.add(id);
        for (SourceEntry part : parts) {
            part.remove(id);
        }
        stale = true;
        snapshot();
    }

    /// The tools there are now. The same value as long as nothing changes.
    public Snapshot snapshot() {
        if (stale) {
            refresh().forEach(notices);
        }
        return snapshot;
    }

    /// Reads what has changed. A signal that arrives meanwhile makes it stale again.
    private synchronized Set<String> refresh() {
        if (!stale) {
            return Set.of();
        }
        stale = false;
        long version = snapshot.version() + 1;
        Set<String> news = new LinkedHashSet<>();
        Map<String, Registered> all = new LinkedHashMap<>();
        for (SourceEntry part : parts) {
            Optional<String> problem = part.read(version);
            if (problem.isPresent()) {
                news.add(problem.get());
            }
            for (Tool<?> tool : part.tools) {
                String id = tool.spec().id();
                if (!part.byHand && removed.contains(id)) {
                    continue;
                }
                if (all.containsKey(id)) {
                    news.add(
                            "The tool %s of %s is left out: there is one with this id already. Rename or remove it."
                                    .formatted(id, part.source.name()));
                } else {
                    all.put(id, new Registered(tool, part.since));
                }
            }
        }
        snapshot = new Snapshot(version, all);
        news.removeAll(told);
        told.addAll(news);
        return news;
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

    /// What tools have found out before they were offered. Made for the first that has to.
    synchronized ToolInitializer initializer() {
        ToolInitializer made = initializer.orElseGet(() -> new ToolInitializer(this));
        initializer = Optional.of(made);
        return made;
    }

    /// Counts the calls of all who run tools of this registry.
    public ToolStats calls() {
        return calls;
    }

    /// How many tools there are, and how their calls went.
    public RegistryStats stats() {
        return RegistryStats.of(list(), calls);
    }

    /// Ends the subscriptions. The tools that are there stay.
    @Override
    public synchronized void close() {
        parts.forEach(it -> it.subscription.close());
    }

    /// All tools at one time.
    ///
    /// @param version grows by one with each change
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
    }

    /// A tool that is there.
    ///
    /// @param since the version with which its source was last read
    public record Registered(Tool<?> tool, long sourceVersion) {}

    /// A source, and what was last read of it.
    private final class SourceEntry implements Runnable {

        private final ToolSource source;
        private final boolean byHand;
        private volatile ToolSource.Subscription subscription = ToolSource.Subscription.NONE;
        private volatile boolean changed;
        private List<Tool<?>> tools = List.of();
        private long since;

        SourceEntry(ToolSource source, boolean byHand) {
            this.source = source;
            this.byHand = byHand;
        }

        /// Takes no lock: a source may signal while it holds one of its own.
        @Override
        public void run() {
            changed = true;
            stale = true;
        }

        void remove(String id) {
            if (byHand) {
                tools = tools.stream().filter(it -> !it.spec().id().equals(id)).toList();
            }
        }

        /// Where the source breaks, what it had stays.
        ///
        /// @return what is wrong with it
        Optional<String> read(long version) {
            if (!changed) {
                return Optional.empty();
            }
            changed = false;
            try {
                tools = List.copyOf(source.tools());
                since = version;
                return Optional.empty();
            } catch (RuntimeException e) {
                return Optional.of(
                        "The tools of %s could not be read: %s".formatted(source.name(), e));
            }
        }
    }
}
