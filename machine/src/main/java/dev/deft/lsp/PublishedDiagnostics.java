package dev.deft.lsp;

import dev.deft.host.LanguageServers.Problem;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.lsp4j.PublishDiagnosticsParams;

/// The diagnostics that a server has published, the latest of each file. Those of files published
/// long ago are forgotten.
final class PublishedDiagnostics {

    static final int MOST_FILES = 500;
    static final int MOST_OF_FILE = 500;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition publication = lock.newCondition();
    private final Map<String, Published> byUri = new LinkedHashMap<>();
    private long published;

    /// The diagnostics of one file.
    ///
    /// @param number counts all publications of the server
    private record Published(long number, Optional<Integer> version, List<Problem> problems) {}

    void publish(PublishDiagnosticsParams params) {
        if (params.getUri() == null || params.getUri().length() > ServerUris.MOST_LENGTH) {
            return;
        }
        String uri = ServerUris.normalized(params.getUri());
        List<Problem> problems = Answers.problems(params.getDiagnostics(), MOST_OF_FILE);
        lock.lock();
        try {
            published++;
            byUri.remove(uri);
            byUri.put(
                    uri,
                    new Published(published, Optional.ofNullable(params.getVersion()), problems));
            if (byUri.size() > MOST_FILES) {
                byUri.remove(byUri.keySet().iterator().next());
            }
            publication.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The number of the last publication.
    long last() {
        lock.lock();
        try {
            return published;
        } finally {
            lock.unlock();
        }
    }

    private long last(String uri) {
        Published last = byUri.get(uri);
        return last == null ? 0 : last.number();
    }

    /// What is known of a file; empty if the server has not published for it.
    Optional<List<Problem>> of(String uri) {
        lock.lock();
        try {
            return byUri.containsKey(uri) ? Optional.of(problems(uri)) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private List<Problem> problems(String uri) {
        Published last = byUri.get(uri);
        return last == null ? List.of() : last.problems();
    }

    /// Waits until the server has published for a version of a file and then pauses; servers
    /// publish syntax errors first.
    ///
    /// @param before the number of the last publication before that version was sent
    /// @param most how long to wait in all
    /// @param pause how long nothing must come
    /// @return empty if nothing came in time
    Optional<List<Problem>> await(
            String uri, long before, int version, Duration most, Duration pause)
            throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = most.toNanos();
            while (!isCurrent(uri, before, version)) {
                if (left <= 0) {
                    return Optional.empty();
                }
                left = publication.awaitNanos(left);
            }
            awaitPause(uri, left, pause.toNanos());
            return Optional.of(problems(uri));
        } finally {
            lock.unlock();
        }
    }

    private void awaitPause(String uri, long most, long pause) throws InterruptedException {
        long left = most;
        long quiet = pause;
        long seen = last(uri);
        while (left > 0 && quiet > 0) {
            long wanted = Math.min(left, quiet);
            long waited = wanted - publication.awaitNanos(wanted);
            left -= waited;
            quiet = seen == last(uri) ? quiet - waited : pause;
            seen = last(uri);
        }
    }

    private boolean isCurrent(String uri, long before, int version) {
        Published last = byUri.get(uri);
        return last != null && last.number() > before && last.version().orElse(version) >= version;
    }
}
