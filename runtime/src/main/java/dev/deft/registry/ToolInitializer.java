package dev.deft.registry;

import dev.deft.output.ErrorLog;
import dev.deft.tool.InitContext;
import dev.deft.tool.InitializableTool;
import dev.deft.tool.Initialized;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Initializes tools, each once for a context, and again when its source has changed.
public final class ToolInitializer {

    /// A tool that takes longer than this is unavailable.
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final ToolRegistry registry;
    private final Duration timeout;
    private final Map<Key, Initialization> inits = new ConcurrentHashMap<>();

    ToolInitializer(ToolRegistry registry) {
        this(registry, TIMEOUT);
    }

    ToolInitializer(ToolRegistry registry, Duration timeout) {
        this.registry = registry;
        this.timeout = timeout;
    }

    /// Begins to initialize a tool, unless that was done before.
    Initialization of(InitializableTool<?> tool, InitContext context) {
        String id = tool.spec().id();
        var key = new Key(context, id, since(id));
        Initialization known = inits.get(key);
        if (known != null) {
            return known;
        }
        inits.keySet().removeIf(it -> it.since() != since(it.id()));
        return inits.computeIfAbsent(key, _ -> new Initialization(tool, context));
    }

    /// When the source of a tool was last read; tools that are gone are of no time.
    private long since(String id) {
        ToolRegistry.Registered known = registry.snapshot().tools().get(id);
        return known == null ? -1 : known.sourceVersion();
    }

    private record Key(InitContext context, String id, long since) {}

    /// The initialization of one tool.
    final class Initialization {

        private final InitializableTool<?> tool;
        private final InitContext context;
        private final long begun = System.nanoTime();
        private final CountDownLatch done = new CountDownLatch(1);
        private volatile Initialized result = Initialized.AS_SPECIFIED;

        private Initialization(InitializableTool<?> tool, InitContext context) {
            this.tool = tool;
            this.context = context;
            String name = "init " + tool.spec().id();
            Thread worker = Thread.ofVirtual().name(name).start(this::run);
            Thread.ofVirtual().name(name + " timeout").start(() -> limit(worker));
        }

        private void run() {
            Initialized found = found();
            finish(found);
        }

        private Initialized found() {
            try {
                return tool.init(context);
            } catch (IOException e) {
                return Initialized.unavailable(line(String.valueOf(e.getMessage())));
            } catch (InterruptedException _) {
                return Initialized.unavailable("it was interrupted while it was initialized");
            } catch (RuntimeException | LinkageError | StackOverflowError e) {
                ErrorLog.log(
                        System.Logger.Level.WARNING,
                        () -> tool.spec().id() + " broke while it was initialized",
                        e);
                return Initialized.unavailable(line("it broke while it was initialized: " + e));
            }
        }

        private void limit(Thread worker) {
            try {
                if (!done.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                    finish(
                            Initialized.unavailable(
                                    "it took longer than %d ms to be initialized"
                                            .formatted(timeout.toMillis())));
                    worker.interrupt();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        /// What is known first counts.
        private synchronized void finish(Initialized found) {
            if (done.getCount() > 0) {
                result = found;
                done.countDown();
            }
        }

        /// What was found out, or nothing when that takes longer than this since it was begun.
        Optional<Initialized> within(Duration bound) {
            long left = bound.toNanos() - (System.nanoTime() - begun);
            try {
                return done.await(left, TimeUnit.NANOSECONDS)
                        ? Optional.of(result)
                        : Optional.empty();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }

        /// What was found out, in the end; there is one when the time is up.
        Initialized result() {
            try {
                done.await();
                return result;
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return Initialized.unavailable("nobody waited until it was initialized");
            }
        }
    }

    private static String line(String text) {
        return text.lines().findFirst().orElse("");
    }
}
