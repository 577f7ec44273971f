package dev.deft.search;

import dev.deft.kernel.Syscalls;
import dev.deft.search.GrepOutcome.BadPattern;
import dev.deft.search.GrepOutcome.TimedOut;
import dev.deft.search.GrepQuery.Syntax;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/// Finds files by name and lines by content below one directory.
///
/// Methods block, may be called by many threads at once and end within milliseconds when their
/// thread is interrupted. A path that does not exist, or leads through a symbolic link, is an
/// [IOException]. [#close] waits for running searches and gives back every thread and descriptor.
public final class Search implements AutoCloseable {

    private static final Duration UNBOUNDED = Duration.ofDays(1);

    private final Path root;
    private final Map<String, String> environment;
    private final Crew crew;

    private Search(Path root, Map<String, String> environment, Supplier<Disk> disks) {
        this.root = root;
        this.environment = Map.copyOf(environment);
        this.crew = new Crew(disks);
    }

    /// Opens `root`, an absolute path; `environment` says where the user's git excludes are.
    public static Search open(Path root, Map<String, String> environment) {
        if (!root.isAbsolute()) {
            throw new IllegalArgumentException("the root must be absolute: " + root);
        }
        Path plain = root.normalize();
        return Syscalls.available()
                ? open(plain, environment, () -> new NativeDisk(plain))
                : openPortable(plain, environment);
    }

    /// The same without system calls of our own.
    static Search openPortable(Path root, Map<String, String> environment) {
        return open(root, environment, () -> new PortableDisk(root));
    }

    static Search open(Path root, Map<String, String> environment, Supplier<Disk> disks) {
        return new Search(root, environment, disks);
    }

    /// Finds files by name.
    public FileList files(GlobQuery query) throws IOException, InterruptedException {
        OuterRules outer = OuterRules.load(root, environment);
        var budget = new Budget(UNBOUNDED);
        var walk = new Walk(Glob.parse(query.pattern()), outer, budget);
        var names = new Names(query);
        walk(walk, query.path(), budget, _ -> names.visitor());
        return names.finish(outer.prefix().length, walk.unreadable());
    }

    /// Lists the entries of a directory.
    public EntryList list(ListQuery query) throws IOException, InterruptedException {
        OuterRules outer = OuterRules.load(root, environment);
        Glob all = query.depth() == ListQuery.Depth.RECURSIVE ? Glob.EVERYTHING : Glob.ONE_LEVEL;
        var budget = new Budget(UNBOUNDED);
        var walk = new Walk(query.pattern().map(Glob::parse).orElse(all), outer, budget);
        var entries = new Entries();
        walk(walk, query.path(), budget, _ -> entries);
        return entries.finish(query, outer.prefix().length, walk.unreadable());
    }

    /// Finds lines by content.
    public GrepOutcome grep(GrepQuery query) throws IOException, InterruptedException {
        Plan plan;
        try {
            plan = plan(query);
        } catch (RegexSyntaxException e) {
            return new BadPattern(String.valueOf(e.getMessage()), e.position());
        }
        OuterRules outer = OuterRules.load(root, environment);
        Glob include = query.include().map(Glob::parse).orElse(Glob.ALL);
        var budget = new Budget(query.patience());
        var walk = new Walk(include, outer, budget);
        var collector = new Collector(query, outer.prefix().length);
        walk(walk, query.path(), budget, worker -> grepVisitor(worker, plan, budget, collector));
        GrepOutcome.Found found = collector.finish(walk.unreadable());
        return budget.expired() ? new TimedOut(found) : found;
    }

    private static Plan plan(GrepQuery query) throws RegexSyntaxException {
        boolean literal = query.syntax() == Syntax.LITERAL;
        try {
            return Plan.of(query.pattern(), literal, query.ignoreCase());
        } catch (RegexSyntaxException e) {
            if (query.syntax() != Syntax.REGEX_OR_LITERAL) {
                throw e;
            }
            return Plan.of(query.pattern(), true, query.ignoreCase());
        }
    }

    private static Visitor grepVisitor(
            Worker worker, Plan plan, Budget budget, Collector collector) {
        var searcher = new FileSearcher(worker, plan, budget);
        return (_, folder, path, name) -> {
            FileMatches matches = searcher.search(folder, path, name);
            if (matches.size() == 0) {
                return;
            }
            try {
                collector.add(matches);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private void walk(Walk walk, String path, Budget budget, Function<Worker, Visitor> visitors)
            throws IOException, InterruptedException {
        byte[][] components = RelativePath.components(path);
        Worker own = crew.hire();
        try {
            Visitor visitor = visitors.apply(own);
            walk.begin(own, components, visitor);
            crew.run(
                    own,
                    budget,
                    worker -> walk.work(worker, worker == own ? visitor : visitors.apply(worker)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            walk.abandon(own);
            crew.rest(own);
        }
    }

    /// Starts building the index in the background; without it everything works, only slower.
    public void warm() {}

    /// Waits until the index that [#warm] started is built, or will not be.
    public void awaitWarm() throws InterruptedException {}

    @Override
    public void close() {
        crew.close();
    }
}
