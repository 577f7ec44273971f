package dev.deft.postgres.cluster;

import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.SqlText;
import dev.deft.postgres.live.PostgresLiveEvents;
import dev.deft.postgres.member.Membership;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Sends requests to other servers and waits for their responses.
final class Forwarding {

    private static final Duration LOOK = Duration.ofSeconds(1);

    /// How long another server may take to begin.
    private static final Duration BEGIN = Duration.ofSeconds(20);

    /// How long a request may take there; some wait for a model.
    private static final Duration MOST = Duration.ofMinutes(10);

    private final Database database;
    private final Membership membership;
    private final PostgresLiveEvents live;
    private final Map<String, Semaphore> answered = new ConcurrentHashMap<>();

    Forwarding(Database database, Membership membership, PostgresLiveEvents live) {
        this.database = database;
        this.membership = membership;
        this.live = live;
        var _ =
                live.subscribeToForwarded(
                        id -> Optional.ofNullable(answered.get(id)).ifPresent(Semaphore::release));
    }

    /// What became of a request.
    sealed interface Outcome {

        record Answered(ApiResponse response) implements Outcome {}

        /// The other server died, or did not come to it; nothing was done.
        record NotBegun() implements Outcome {}
    }

    /// Sends a request.
    ///
    /// @throws IOException if the other server began and did not answer
    Outcome send(String server, ApiRequest request) throws IOException, InterruptedException {
        Optional<UUID> receiver = membership.incarnation(server);
        if (receiver.isEmpty()) {
            return new Outcome.NotBegun();
        }
        UUID id = UUID.randomUUID();
        var signal = new Semaphore(0);
        answered.put(id.toString(), signal);
        try {
            int _ =
                    database.update(
                            "INSERT INTO deft_forwards (id, receiver, sender, request) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                            id,
                            receiver.get(),
                            membership.incarnation(),
                            SqlText.json(ForwardJson.write(request)));
            live.tell(id.toString(), receiver.get().toString());
            return await(id, server, signal);
        } finally {
            answered.remove(id.toString());
        }
    }

    private record State(boolean begun, boolean alive, Optional<ApiResponse> response) {}

    private Outcome await(UUID id, String server, Semaphore signal)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (true) {
            boolean _ = signal.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            State state = state(id);
            if (state.response().isPresent()) {
                int _ = database.update("DELETE FROM deft_forwards WHERE id = ?", id);
                return new Outcome.Answered(state.response().get());
            }
            long waited = System.nanoTime() - start;
            boolean late = waited > (state.begun() ? MOST : BEGIN).toNanos();
            if (!state.alive() || late) {
                return withdrawn(id, server);
            }
        }
    }

    private State state(UUID id) throws IOException {
        return database.find(
                        """
                        SELECT f.begun IS NOT NULL AS is_begun, NOT %s AS alive, f.status, f.headers, f.body
                        FROM deft_forwards f WHERE f.id = ?\
                        """
                                .formatted(membership.abandoned("f.receiver")),
                        row -> {
                            int status = row.getInt("status");
                            Optional<ApiResponse> response =
                                    row.wasNull()
                                            ? Optional.empty()
                                            : Optional.of(
                                                    new ApiResponse(
                                                            status,
                                                            ForwardJson.map(
                                                                    SqlText.object(
                                                                            row.getString(
                                                                                    "headers"))),
                                                            new ApiResponse.Body.Bytes(
                                                                    row.getBytes("body"))));
                            return new State(
                                    row.getBoolean("is_begun"), row.getBoolean("alive"), response);
                        },
                        id)
                .orElse(new State(true, false, Optional.empty()));
    }

    /// Takes a request back that was not begun.
    private Outcome withdrawn(UUID id, String server) throws IOException {
        boolean begun =
                database.update("DELETE FROM deft_forwards WHERE id = ? AND begun IS NULL", id)
                        == 0;
        if (begun) {
            throw new IOException(
                    "The server %s began to carry the request out and did not answer; look whether it acted before you repeat it."
                            .formatted(server));
        }
        return new Outcome.NotBegun();
    }
}
