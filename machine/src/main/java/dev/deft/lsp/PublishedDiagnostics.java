package dev.deft.lsp;

import dev.deft.host.LanguageServers.Problem;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.lsp4j.PublishDiagnosticsParams;

/// The diagnostics that a server has published, the latest of each file. Those of files published
/// long ago are forgotten.
final class PublishedDiagnostics {

    static final int MOST_FILES = 500;
    static final int MOST_OF_FILE = 500;

    private final Map<String, Published> byUri = new LinkedHashMap<>();
    private long published;

    /// The diagnostics of one file.
    ///
    /// @param number counts all publications of the server
    private record Published(long number, Optional<Integer> version, List<Problem> problems) {}

    synchronized void publish(PublishDiagnosticsParams params) {
        if (params.getUri() == null || params.getUri().length() > ServerUris.MOST_LENGTH) {
            return;
        }
        String uri = ServerUris.normalized(params.getUri());
        List<Problem> problems = Answers.problems(params.getDiagnostics(), MOST_OF_FILE);
        published++;
        byUri.remove(uri);
        byUri.put(
                uri, new Published(published, Optional.ofNullable(params.getVersion()), problems));
        if (byUri.size() > MOST_FILES) {
            byUri.remove(byUri.keySet().iterator().next());
        }
        notifyAll();
    }

    /// The number of the last publication.
    synchronized long last() {
        return published;
    }

    private long last(String uri) {
        Published last = byUri.get(uri);
        return last == null ? 0 : last.number();
    }

    /// Whether the server has published for a file.
    synchronized boolean knows(String uri) {
        return byUri.containsKey(uri);
    }

    /// What is known of a file.
    synchronized List<Problem> of(String uri) {
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
    synchronized Optional<List<Problem>> await(
            String uri, long before, int version, Duration most, Duration pause)
            throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        while (!isCurrent(uri, before, version)) {
            if (!waitUntil(end)) {
                return Optional.empty();
            }
        }
        long seen = -1;
        while (seen != last(uri) && System.nanoTime() < end) {
            seen = last(uri);
            long quiet = Math.min(end, System.nanoTime() + pause.toNanos());
            while (seen == last(uri) && waitUntil(quiet)) {
                // Something came for another file.
            }
        }
        return Optional.of(of(uri));
    }

    private boolean isCurrent(String uri, long before, int version) {
        Published last = byUri.get(uri);
        return last != null && last.number() > before && last.version().orElse(version) >= version;
    }

    /// Waits for the next publication.
    ///
    /// @return whether there is time left
    private boolean waitUntil(long end) throws InterruptedException {
        long left = end - System.nanoTime();
        if (left <= 0) {
            return false;
        }
        wait(left / 1_000_000 + 1);
        return true;
    }
}
