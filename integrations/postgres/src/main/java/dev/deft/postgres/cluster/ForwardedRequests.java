package dev.deft.postgres.cluster;

import dev.deft.postgres.connection.Database;
import dev.deft.postgres.connection.SqlText;
import dev.deft.postgres.live.PostgresLiveEvents;
import dev.deft.postgres.member.Membership;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.store.Cluster;
import dev.deft.server.store.LiveEvents;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Carries out requests that other servers send here. Each is begun once: the mark that it has
/// begun is durable before it acts.
final class ForwardedRequests implements AutoCloseable {

    /// A notification may be missed, so servers also look.
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final Database database;
    private final Membership membership;
    private final PostgresLiveEvents live;
    private final Cluster.Local local;
    private final Semaphore told = new Semaphore(0);
    private final Set<Thread> working = ConcurrentHashMap.newKeySet();
    private final LiveEvents.Subscription subscription;
    private final Thread receiving;
    private volatile boolean closed;

    ForwardedRequests(
            Database database,
            Membership membership,
            PostgresLiveEvents live,
            Cluster.Local local) {
        this.database = database;
        this.membership = membership;
        this.live = live;
        this.local = local;
        this.subscription = live.subscribeToForwarded(_ -> told.release());
        this.receiving = Thread.ofVirtual().name("deft-forwarded").start(this::receive);
    }

    private record Received(UUID id, UUID sender, String request) {}

    private void receive() {
        while (!closed) {
            try {
                boolean _ = told.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                int _ = told.drainPermits();
                for (Received received : begun()) {
                    working.add(Thread.ofVirtual().start(() -> carryOut(received)));
                }
            } catch (InterruptedException _) {
                return;
            } catch (IOException e) {
                System.getLogger(ForwardedRequests.class.getName())
                        .log(System.Logger.Level.DEBUG, "requests could not be fetched", e);
            }
        }
    }

    /// Marks all that wait as begun. If the answer to this is lost, they are not carried out.
    private List<Received> begun() throws IOException {
        return database.query(
                """
                UPDATE deft_forwards SET begun = clock_timestamp()
                WHERE receiver = ? AND begun IS NULL RETURNING id, sender, request\
                """,
                row ->
                        new Received(
                                row.getObject("id", UUID.class),
                                row.getObject("sender", UUID.class),
                                row.getString("request")),
                membership.incarnation());
    }

    private void carryOut(Received received) {
        try {
            answer(received, response(received));
        } catch (IOException e) {
            // The sender finds out: no answer comes, or this server counts as dead.
            System.getLogger(ForwardedRequests.class.getName())
                    .log(System.Logger.Level.WARNING, "An answer could not be stored.", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            working.remove(Thread.currentThread());
        }
    }

    private ApiResponse response(Received received) throws InterruptedException {
        try {
            ApiRequest request = ForwardJson.read(SqlText.object(received.request()));
            return local.handle(request);
        } catch (ProblemException e) {
            return ApiResponse.of(e.problem());
        } catch (IOException | RuntimeException e) {
            return ApiResponse.of(
                    Problem.of(500, "internal", "The other server failed: " + e.getMessage()));
        }
    }

    private void answer(Received received, ApiResponse response)
            throws IOException, InterruptedException {
        int _ =
                database.update(
                        "UPDATE deft_forwards SET status = ?, headers = ?, body = ? WHERE id = ?",
                        response.status(),
                        SqlText.json(ForwardJson.texts(response.headers())),
                        bytes(response),
                        received.id());
        live.tell(received.id().toString(), received.sender().toString());
    }

    private static byte[] bytes(ApiResponse response) throws IOException, InterruptedException {
        return switch (response.body()) {
            case ApiResponse.Body.Bytes it -> it.bytes();
            case ApiResponse.Body.Streamed(ApiResponse.Writer writer) -> {
                var out = new ByteArrayOutputStream();
                writer.writeTo(out);
                yield out.toByteArray();
            }
            case ApiResponse.Body.Events _ ->
                    throw new IOException("Events are not sent through another server.");
        };
    }

    @Override
    public void close() {
        closed = true;
        receiving.interrupt();
        subscription.close();
    }
}
