package dev.deft.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Clients that send one request again and again, each over a connection of its own and each when
/// it has the answer to the one before.
final class ClientLoad {

    private ClientLoad() {}

    /// What a client sends.
    interface Client {

        int port();

        /// Prepares the connection and makes the request.
        byte[] request(BenchWire wire) throws IOException;

        /// Waits before a request, if the client keeps to a limit.
        default void pause() {}

        /// Looks at an answer.
        ///
        /// @throws IOException if it is not the answer to the request
        void check(BenchWire.Response response) throws IOException;
    }

    static McpFigures run(List<? extends Client> clients, double seconds)
            throws IOException, InterruptedException {
        long from = System.nanoTime();
        long end = from + (long) (seconds * 1e9);
        List<Future<long[]>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(clients.size())) {
            for (Client client : clients) {
                Callable<long[]> work = () -> repeat(client, end);
                all.add(threads.submit(work));
            }
        }
        double took = (System.nanoTime() - from) / 1e9;
        long[] nanos = new long[0];
        for (Future<long[]> it : all) {
            long[] more = timesOf(it);
            int before = nanos.length;
            nanos = Arrays.copyOf(nanos, before + more.length);
            System.arraycopy(more, 0, nanos, before, more.length);
        }
        return McpFigures.of(nanos, took);
    }

    private static long[] timesOf(Future<long[]> client) throws IOException, InterruptedException {
        try {
            return client.get();
        } catch (ExecutionException e) {
            throw new IOException("a client failed", e.getCause());
        }
    }

    private static long[] repeat(Client client, long end) throws IOException {
        try (var wire = new BenchWire(client.port())) {
            byte[] request = client.request(wire);
            long[] nanos = new long[1_000];
            int count = 0;
            for (long from = begin(client); from < end; from = begin(client)) {
                client.check(wire.send(request));
                if (count == nanos.length) {
                    nanos = Arrays.copyOf(nanos, 2 * count);
                }
                nanos[count++] = System.nanoTime() - from;
            }
            return Arrays.copyOf(nanos, count);
        }
    }

    /// The time of the next request.
    private static long begin(Client client) {
        client.pause();
        return System.nanoTime();
    }
}
