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

/// Initializes tools once per context, and again when their source has changed.
public final class ToolInitializer {

    /// Tools that take longer are unavailable.
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final ToolRegistry registry;
    private final Duration timeout;
    private final Map<Key, Initialization> initializations = new ConcurrentHashMap<>();

    ToolInitializer(ToolRegistry registry) {
        this(registry, TIMEOUT);
    }

    ToolInitializer(ToolRegistry registry, Duration timeout) {
        this.registry = registry;
        this.timeout = timeout;
    }

    /// Starts the initialization of a tool if it is not known yet.
    Initialization of(InitializableTool<?> tool, InitContext context) {
        String id = tool.spec().id();
        var key = new Key(context, id, sourceVersion(id));
        Initialization known = initializations.get(key);
        if (known != null) {
            return known;
        }
        initializations.keySet().removeIf(it -> it.sourceVersion() != sourceVersion(it.id()));
        return initializations.computeIfAbsent(key, _ -> new Initialization(tool, context));
    }

    /// The version in which the source of a tool was last read, or -1 if the tool is gone.
    private long sourceVersion(String id) {
        ToolRegistry.Registered known = registry.snapshot().tools().get(id);
        return known == null ? -1 : known.sourceVersion();
    }

    private record Key(InitContext context, String id, long sourceVersion) {}

    /// The initialization of one tool.
    final class Initialization {

        private final InitializableTool<?> tool;
        private final InitContext context;
        private final long started = System.nanoTime();
        private final CountDownLatch done = new CountDownLatch(1);
        private volatile Initialized result = Initialized.AS_SPECIFIED;

        private Initialization(InitializableTool<?> tool, InitContext context) {
            this.tool = tool;
            this.context = context;
            String name = "init " + tool.spec().id();
            Thread worker = Thread.ofVirtual().name(name).start(this::run);
            Thread.ofVirtual().name(name + " timeout").start(() -> enforceTimeout(worker));
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
                return Initialized.unavailable("its initialization was interrupted");
            } catch (RuntimeException | LinkageError | StackOverflowError e) {
                ErrorLog.log(
                        System.Logger.Level.WARNING,
                        () -> tool.spec().id() + " failed unexpectedly while it was initialized",
                        e);
                return Initialized.unavailable(
                        line("it failed unexpectedly while it was initialized: " + e));
            }
        }

        private void enforceTimeout(Thread worker) {
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

        /// Only the first result counts.
        private synchronized void finish(Initialized found) {
            if (done.getCount() > 0) {
                result = found;
                done.countDown();
            }
        }

        /// Waits for the result until this long after the start.
        Optional<Initialized> within(Duration bound) {
            long left = bound.toNanos() - (System.nanoTime() - started);
            try {
                return done.await(left, TimeUnit.NANOSECONDS)
                        ? Optional.of(result)
                        : Optional.empty();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }

        /// Waits for the result.
        Initialized result() {
            try {
                done.await();
                return result;
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return Initialized.unavailable("its initialization was interrupted");
            }
        }
    }

    private static String line(String text) {
        return text.lines().findFirst().orElse("");
    }
}
