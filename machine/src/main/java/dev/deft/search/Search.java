package dev.deft.search;

import dev.deft.kernel.Syscalls;
import dev.deft.search.glob.Glob;
import dev.deft.search.glob.OuterRules;
import dev.deft.search.glob.RelativePath;
import dev.deft.search.grep.Collector;
import dev.deft.search.grep.FileSearcher;
import dev.deft.search.grep.GrepOutcome;
import dev.deft.search.grep.GrepOutcome.BadPattern;
import dev.deft.search.grep.GrepOutcome.TimedOut;
import dev.deft.search.grep.LineQuery;
import dev.deft.search.grep.LineQuery.Syntax;
import dev.deft.search.index.Candidates;
import dev.deft.search.index.Candidates.Group;
import dev.deft.search.index.Grams.GramQuery;
import dev.deft.search.index.IndexUpdater;
import dev.deft.search.regex.RegexSyntaxException;
import dev.deft.search.regex.SearchPlan;
import dev.deft.search.walk.Budget;
import dev.deft.search.walk.Disk;
import dev.deft.search.walk.Folder;
import dev.deft.search.walk.NativeDisk;
import dev.deft.search.walk.PortableDisk;
import dev.deft.search.walk.RunningSearches;
import dev.deft.search.walk.Visitor;
import dev.deft.search.walk.Walk;
import dev.deft.search.walk.WorkStack;
import dev.deft.search.walk.Worker;
import dev.deft.search.walk.WorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;

/// Finds files by name and lines by content below one directory.
///
/// All methods block, are thread-safe, and end within milliseconds when their thread is
/// interrupted. A path that does not exist or passes through a symbolic link causes an
/// [IOException]. [#close] waits for running searches and releases all threads and descriptors.
public final class Search implements AutoCloseable {

    private static final Duration UNBOUNDED = Duration.ofDays(1);
    private static final Duration WARM_UP_TIMEOUT = Duration.ofMillis(50);

    /// They match many lines of most trees, so that what collects matches is compiled too.
    private static final List<String> WARM_UP_PATTERNS =
            List.of("return", "re[t]urn(?:s|ed)\\b|\\d{4}", "(?i)the");

    private static final int FILES_WORTH_A_CREW = 16;

    /// With more candidate files in a directory, it is cheaper to open the directory first.
    private static final int FILES_OPENED_BY_PATH = 3;

    private final Path root;
    private final Map<String, String> environment;
    private final WorkerPool workers;
    private final RunningSearches running = new RunningSearches();
    private final IndexUpdater index;
    private final ReadWriteLock open = new ReentrantReadWriteLock();
    private boolean closed;

    private Search(Path root, Map<String, String> environment, Supplier<Disk> disks) {
        this.root = root;
        this.environment = Map.copyOf(environment);
        this.workers = new WorkerPool(disks);
        this.index =
                new IndexUpdater(
                        workers,
                        running,
                        () -> OuterRules.load(root, this.environment),
                        this::warmUp);
    }

    /// Opens `root`, an absolute path; `environment` determines where the user's git excludes are.
    public static Search open(Path root, Map<String, String> environment) {
        if (!root.isAbsolute()) {
            throw new IllegalArgumentException("the root must be absolute: " + root);
        }
        Path plain = root.normalize();
        return Syscalls.available()
                ? open(plain, environment, () -> new NativeDisk(plain))
                : openPortable(plain, environment);
    }

    /// Opens a directory that others could replace: `pinned` leads to it whatever `root` names now.
    public static Search open(Path root, Path pinned, Map<String, String> environment) {
        return Syscalls.available()
                ? open(root, environment, () -> new NativeDisk(pinned))
                : openPortable(pinned, environment);
    }

    /// Like [#open], but without system calls through the foreign function API.
    static Search openPortable(Path root, Map<String, String> environment) {
        return open(root, environment, () -> new PortableDisk(root));
    }

    static Search open(Path root, Map<String, String> environment, Supplier<Disk> disks) {
        return new Search(root, environment, disks);
    }

    /// Finds files by name.
    public FileList files(GlobQuery query) throws IOException, InterruptedException {
        return inFront(() -> filesNow(query));
    }

    private FileList filesNow(GlobQuery query) throws IOException, InterruptedException {
        OuterRules outer = OuterRules.load(root, environment);
        Glob glob = Glob.parse(query.pattern());
        var names = new GlobCollector(query);
        if (query.order() == GlobQuery.Order.BY_PATH) {
            Optional<Candidates> known = queryIndex(outer, query.path(), glob, GramQuery.ANY);
            if (known.isPresent()) {
                known.get().groups().forEach(it -> names.addAll(it.files()));
                return names.finish(outer.prefix().length, known.get().unreadable());
            }
        }
        var budget = new Budget(UNBOUNDED);
        var walk = new Walk(glob, outer, budget, _ -> {});
        walk(walk, query.path(), budget, _ -> names.visitor());
        return names.finish(outer.prefix().length, walk.unreadable());
    }

    private Optional<Candidates> queryIndex(
            OuterRules outer, String path, Glob glob, GramQuery query) {
        byte[] full = RelativePath.below(outer.prefix(), RelativePath.components(path));
        Worker own = workers.acquire();
        try {
            return index.query(own, outer, full, glob, query);
        } finally {
            workers.release(own);
        }
    }

    /// Lists the entries of a directory.
    public EntryList list(ListQuery query) throws IOException, InterruptedException {
        return inFront(() -> listNow(query));
    }

    private EntryList listNow(ListQuery query) throws IOException, InterruptedException {
        OuterRules outer = OuterRules.load(root, environment);
        Glob all = query.depth() == ListQuery.Depth.RECURSIVE ? Glob.EVERYTHING : Glob.ONE_LEVEL;
        var budget = new Budget(UNBOUNDED);
        var walk = new Walk(query.pattern().map(Glob::parse).orElse(all), outer, budget, _ -> {});
        var entries = new ListCollector();
        walk(walk, query.path(), budget, _ -> entries);
        return entries.finish(query, outer.prefix().length, walk.unreadable());
    }

    /// Finds lines by content.
    public GrepOutcome grep(LineQuery query) throws IOException, InterruptedException {
        return inFront(() -> grepNow(query, new Budget(query.timeout())));
    }

    private GrepOutcome grepNow(LineQuery query, Budget budget)
            throws IOException, InterruptedException {
        SearchPlan plan;
        try {
            plan = plan(query);
        } catch (RegexSyntaxException e) {
            return new BadPattern(String.valueOf(e.getMessage()), e.position());
        }
        OuterRules outer = OuterRules.load(root, environment);
        Glob include = query.include().map(Glob::parse).orElse(Glob.ALL);
        try (var collector = new Collector(query, outer.prefix().length)) {
            return grep(query, plan, outer, include, budget, collector);
        }
    }

    private GrepOutcome grep(
            LineQuery query,
            SearchPlan plan,
            OuterRules outer,
            Glob include,
            Budget budget,
            Collector collector)
            throws IOException, InterruptedException {
        Optional<Candidates> known = queryIndex(outer, query.path(), include, GramQuery.of(plan));
        int unreadable;
        if (known.isPresent()) {
            grep(known.get(), outer, plan, budget, collector);
            unreadable = known.get().unreadable();
        } else {
            var walk = new Walk(include, outer, budget, collector.notReached()::addFolder);
            walk(walk, query.path(), budget, it -> grepVisitor(it, plan, budget, collector));
            unreadable = walk.unreadable();
        }
        GrepOutcome.Found found = collector.finish(unreadable);
        return budget.expired() ? new TimedOut(found, collector.notReached().paths()) : found;
    }

    private void grep(
            Candidates known, OuterRules outer, SearchPlan plan, Budget budget, Collector collector)
            throws IOException, InterruptedException {
        var groups = new WorkStack<Group>();
        groups.pushAll(known.groups());
        Worker own = workers.acquire();
        try {
            Folder root = own.disk().root();
            WorkerPool.Job job =
                    worker -> {
                        Visitor visitor = grepVisitor(worker, plan, budget, collector);
                        int prefix = outer.prefix().length;
                        while (!budget.over()) {
                            Optional<Group> group = groups.take();
                            if (group.isEmpty()) {
                                return;
                            }
                            visit(worker, root, group.get(), prefix, visitor, budget);
                            groups.finished();
                            if (budget.expired()) {
                                collector.notReached().addFolder(group.get().folder());
                            }
                        }
                        groups.abandon()
                                .forEach(it -> collector.notReached().addFolder(it.folder()));
                    };
            try {
                run(own, budget, job, known.files() >= FILES_WORTH_A_CREW);
            } finally {
                own.disk().release(root);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            workers.release(own);
        }
    }

    private void run(Worker own, Budget budget, WorkerPool.Job job, boolean together)
            throws InterruptedException {
        if (together) {
            workers.run(own, budget, job);
            return;
        }
        job.run(own);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private static void visit(
            Worker worker, Folder root, Group group, int prefix, Visitor visitor, Budget budget) {
        if (group.files().size() <= FILES_OPENED_BY_PATH) {
            for (byte[] file : group.files()) {
                visitor.file(worker, root, file, prefix);
            }
            return;
        }
        Folder folder;
        try {
            folder = worker.disk().openPath(root, group.folder(), prefix);
        } catch (IOException _) {
            return;
        }
        try {
            for (byte[] file : group.files()) {
                if (!budget.over()) {
                    visitor.file(worker, folder, file, group.folder().length);
                }
            }
        } finally {
            worker.disk().release(folder);
        }
    }

    private static SearchPlan plan(LineQuery query) throws RegexSyntaxException {
        boolean literal = query.syntax() == Syntax.LITERAL;
        try {
            return SearchPlan.of(query.pattern(), literal, query.ignoreCase());
        } catch (RegexSyntaxException e) {
            if (query.syntax() != Syntax.REGEX_OR_LITERAL) {
                throw e;
            }
            return SearchPlan.of(query.pattern(), true, query.ignoreCase());
        }
    }

    private static Visitor grepVisitor(
            Worker worker, SearchPlan plan, Budget budget, Collector collector) {
        var searcher = new FileSearcher(worker, plan, budget, collector);
        return (_, folder, path, name) -> searcher.search(folder, path, name);
    }

    private void walk(Walk walk, String path, Budget budget, Function<Worker, Visitor> visitors)
            throws IOException, InterruptedException {
        byte[][] components = RelativePath.components(path);
        Worker own = workers.acquire();
        try {
            Visitor visitor = visitors.apply(own);
            walk.begin(own, components, visitor);
            workers.run(
                    own,
                    budget,
                    worker -> walk.work(worker, worker == own ? visitor : visitors.apply(worker)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            walk.abandon(own);
            workers.release(own);
        }
    }

    /// Starts building the index in the background. Searches work without it, but slower.
    public void warm() {
        index.warm();
    }

    /// Waits until the index that [#warm] started is built or has failed.
    public void awaitWarm() throws InterruptedException {
        index.await();
    }

    /// Runs a few searches, so that the classes are loaded and compiled before the first real one,
    /// which ends them.
    private void warmUp() throws IOException, InterruptedException {
        for (String pattern : WARM_UP_PATTERNS) {
            var budget = new Budget(WARM_UP_TIMEOUT);
            running.stopAtFirst(budget);
            if (!budget.over()) {
                whileOpen(() -> grepNow(LineQuery.of(pattern), budget));
            }
        }
    }

    /// How many searches used the index.
    public long answersFromIndex() {
        return index.queriesAnswered();
    }

    /// A search that [#close] has to wait for.
    private interface Running<T> {
        T answer() throws IOException, InterruptedException;
    }

    /// Runs a search that somebody waits for.
    private <T> T inFront(Running<T> search) throws IOException, InterruptedException {
        running.begin();
        try {
            return whileOpen(search);
        } finally {
            running.end();
        }
    }

    private <T> T whileOpen(Running<T> search) throws IOException, InterruptedException {
        open.readLock().lockInterruptibly();
        try {
            if (closed) {
                throw new IllegalStateException("this search is closed");
            }
            return search.answer();
        } finally {
            open.readLock().unlock();
        }
    }

    @Override
    public void close() {
        index.stop();
        open.writeLock().lock();
        try {
            closed = true;
            index.close();
            workers.close();
        } finally {
            open.writeLock().unlock();
        }
    }
}
