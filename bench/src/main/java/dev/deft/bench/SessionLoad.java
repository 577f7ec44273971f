package dev.deft.bench;

import dev.deft.bench.model.ServeModel;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Many sessions that work at the same time, each with a few calls.
record SessionLoad(ServeClient client, ServeProcess server) {

    private static final int SESSIONS = 200;

    /// The calls of each session.
    static final int CALLS = 5;

    private static final long TIMEOUT_SECONDS = 300;
    private static final String PATH = "/v1/workspaces/" + ServeProcess.WORKSPACE + "/sessions";

    /// What became of them.
    ///
    /// @param complete sessions that said that they are done
    /// @param wrong sessions whose log has too few results or too many
    /// @param megabytes the most memory of the server
    record Done(int complete, int wrong, double seconds, double cpuSeconds, double megabytes) {}

    int sessions() {
        return SESSIONS;
    }

    Done run() throws IOException, InterruptedException {
        double cpu = server.cpuSeconds();
        long from = System.nanoTime();
        List<Future<String>> begun = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < SESSIONS; i++) {
                String id = "work-" + i;
                begun.add(threads.submit(() -> begin(id)));
            }
        }
        double most = 0;
        long end = from + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        for (Future<String> it : begun) {
            String id = idOf(it);
            while (isAtWork(id) && System.nanoTime() < end) {
                most = Math.max(most, server.residentMegabytes());
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
        double seconds = (System.nanoTime() - from) / 1e9;
        double used = server.cpuSeconds() - cpu;
        int complete = 0;
        int wrong = 0;
        for (Future<String> it : begun) {
            String log = JsonText.write(client.get(PATH + "/" + idOf(it) + "/entries?limit=200"));
            complete += log.contains(ServeModel.DONE) ? 1 : 0;
            wrong += count(log, "\"role\":\"result\"") == CALLS ? 0 : 1;
        }
        return new Done(complete, wrong, seconds, used, most);
    }

    private String begin(String id) throws IOException {
        Json.Obj wish =
                Json.Obj.EMPTY.with("id", id).with("message", ServeModel.WORK + " " + CALLS + " ");
        return client.post(PATH, wish).text("id").orElseThrow();
    }

    private static String idOf(Future<String> begun) throws IOException, InterruptedException {
        try {
            return begun.get();
        } catch (ExecutionException e) {
            throw new IOException("a session did not begin", e.getCause());
        }
    }

    private boolean isAtWork(String id) throws IOException {
        return !client.get(PATH + "/" + id).text("state").equals(Optional.of("idle"));
    }

    private static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
            count++;
        }
        return count;
    }
}
