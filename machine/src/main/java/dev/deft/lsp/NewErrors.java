package dev.deft.lsp;

import dev.deft.host.LanguageServers.Problem;
import dev.deft.host.LanguageServers.Source;
import dev.deft.lsp.WorkspaceServers.Use;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds the errors that a change has brought, where a server runs already. It waits a short time
/// and never fails: a change is done, whatever a server says of it.
public final class NewErrors {

    /// How many of the changed files are checked.
    public static final int MOST_FILES = 5;

    /// How long a result waits for a server.
    public static final Duration MOST = Duration.ofMillis(1_500);

    private static final Duration MOST_BEFORE = Duration.ofMillis(700);
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final SessionServers servers;

    public NewErrors(SessionServers servers) {
        this.servers = servers;
    }

    /// A changed file.
    ///
    /// @param after the file as it is now
    /// @param before its text before; empty if it is new
    public record ChangedSource(Source after, Optional<String> before) {}

    /// An error that was not there before.
    public record Found(ChangedSource file, Problem problem) {}

    /// The new errors of changed files.
    ///
    /// @param files whose text is known
    /// @param all every changed path
    public List<Found> of(List<ChangedSource> files, List<String> all) throws InterruptedException {
        List<Found> found = new ArrayList<>();
        try {
            for (Use it : servers.useRunning()) {
                try (it) {
                    it.server().documents().changed(all);
                }
            }
            long end = System.nanoTime() + MOST.toNanos();
            for (ChangedSource it : files.stream().limit(MOST_FILES).toList()) {
                found.addAll(of(it, end));
            }
        } catch (IOException _) {
            // The server is gone; the next call that needs it says so.
        }
        return found;
    }

    private List<Found> of(ChangedSource file, long end) throws IOException, InterruptedException {
        String path = file.after().path().display();
        Optional<Use> use = servers.useIfRunning(path);
        if (use.isEmpty()) {
            return List.of();
        }
        try (Use it = use.get()) {
            RunningServer server = it.server();
            String uri = server.uris().of(path);
            Optional<List<Problem>> old = before(file, server, uri);
            long last = server.diagnostics().last();
            int version = server.documents().show(file.after(), false);
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            Optional<List<Problem>> now =
                    server.diagnostics().await(uri, last, version, left, PAUSE);
            return old.isEmpty() || now.isEmpty()
                    ? List.of()
                    : added(old.get(), now.get()).stream()
                            .map(problem -> new Found(file, problem))
                            .toList();
        }
    }

    /// What the server said of the file before; empty if it is not known.
    private static Optional<List<Problem>> before(
            ChangedSource file, RunningServer server, String uri)
            throws IOException, InterruptedException {
        if (file.before().isEmpty()) {
            return Optional.of(List.of());
        }
        Source after = file.after();
        Optional<List<Problem>> known = server.diagnostics().of(uri);
        if (known.isPresent() && server.documents().isOpen(after.path().display())) {
            return known;
        }
        long last = server.diagnostics().last();
        int version =
                server.documents()
                        .show(
                                new Source(after.path(), file.before().get(), after.modified()),
                                false);
        return server.diagnostics().await(uri, last, version, MOST_BEFORE, PAUSE);
    }

    /// The errors of the second list that the first lacks, wherever they are: lines move.
    static List<Problem> added(List<Problem> old, List<Problem> now) {
        List<String> known =
                new ArrayList<>(
                        old.stream().filter(Problem::isError).map(NewErrors::text).toList());
        return now.stream().filter(Problem::isError).filter(it -> !known.remove(text(it))).toList();
    }

    private static String text(Problem problem) {
        return problem.source() + " " + problem.code() + " " + problem.message();
    }
}
