package dev.deft.bench;

import dev.deft.bench.model.ServeModel;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Streams of events: idle ones, slow readers, and one whose events are timed.
final class StreamLoad implements AutoCloseable {

    private static final int IDLE = 1_000;
    private static final int SLOW = 500;

    /// Timed events a second.
    static final int PACE = 50;

    private static final int SECONDS = 10;
    private static final int SMALL_WINDOW = 4 * 1024;
    private static final Pattern STAMP = Pattern.compile("@(\\d+)@");
    private static final String SESSIONS = "/v1/workspaces/" + ServeProcess.WORKSPACE + "/sessions";

    private final ServeClient client;
    private final ServeProcess server;
    private final List<BenchWire> open = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private int made;

    StreamLoad(ServeClient client, ServeProcess server) {
        this.client = client;
        this.server = server;
    }

    /// How late events were, in milliseconds.
    record Lateness(double median, double slow) {

        static Lateness of(List<Long> nanos) {
            long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
            if (sorted.length == 0) {
                throw new IllegalStateException("no event arrived");
            }
            return new Lateness(
                    sorted[sorted.length / 2] / 1e6, sorted[sorted.length * 99 / 100] / 1e6);
        }

        /// The median round.
        static Lateness middle(List<Lateness> rounds) {
            return rounds.stream()
                    .sorted(Comparator.comparingDouble(Lateness::slow))
                    .toList()
                    .get(rounds.size() / 2);
        }
    }

    private String session() throws IOException {
        made++;
        return client.post(SESSIONS, Json.Obj.EMPTY.with("id", "stream-" + made))
                .text("id")
                .orElseThrow();
    }

    private void say(String session, String text) throws IOException {
        client.post(SESSIONS + "/" + session + "/messages", Json.Obj.EMPTY.with("text", text));
    }

    /// From the moment the model writes a piece of text to the moment a client has its event. The
    /// way from the model to the engine is in it.
    Lateness lateness() throws IOException {
        // The first stream warms the server up.
        timed(2);
        return Lateness.of(timed(SECONDS));
    }

    private List<Long> timed(int seconds) throws IOException {
        String session = session();
        try (BenchWire events = client.events(SESSIONS + "/" + session + "/events", 0)) {
            say(session, "%s %d %d %d".formatted(ServeModel.STREAM, PACE, seconds, 20));
            return times(events, PACE * seconds);
        }
    }

    /// The same of a server that only writes events: what this machine can do at this time.
    static Lateness plain(int port) throws IOException {
        try (BenchWire events = new ServeClient(port, "").events("/events?" + PACE * SECONDS, 0)) {
            return Lateness.of(times(events, PACE * SECONDS));
        }
    }

    private static List<Long> times(BenchWire events, int most) throws IOException {
        List<Long> nanos = new ArrayList<>();
        for (String line = events.line(); !line.contains(ServeModel.DONE); line = events.line()) {
            long now = System.nanoTime();
            if (line.contains("\"text\"") && nanos.size() < most) {
                Matcher stamp = STAMP.matcher(line);
                while (stamp.find()) {
                    nanos.add(now - Long.parseLong(stamp.group(1)));
                }
            }
        }
        return nanos;
    }

    /// Half of them on one session, half on all events. Something has to read the heartbeats.
    void openIdle() throws IOException {
        String session = session();
        for (int i = 0; i < IDLE; i++) {
            String path = i % 2 == 0 ? SESSIONS + "/" + session + "/events" : "/v1/events";
            BenchWire wire = client.events(path, 0);
            open.add(wire);
            Thread.startVirtualThread(() -> drain(wire));
        }
    }

    private void drain(BenchWire wire) {
        try {
            while (!closed.get()) {
                wire.line();
            }
        } catch (IOException e) {
            if (!closed.get()) {
                throw new IllegalStateException("a stream of events broke off", e);
            }
        }
    }

    /// Lets slow clients read a busy session.
    ///
    /// @return the most memory meanwhile, in megabytes
    double slowReaders() throws IOException {
        String session = session();
        for (int i = 0; i < SLOW; i++) {
            BenchWire wire =
                    client.events(SESSIONS + "/" + session + "/events?after=0", SMALL_WINDOW);
            open.add(wire);
            Thread.startVirtualThread(() -> sip(wire));
        }
        say(session, "%s %d %d %d".formatted(ServeModel.STREAM, 20, SECONDS, 400));
        double most = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2 * SECONDS);
        while (System.nanoTime() < end) {
            most = Math.max(most, server.residentMegabytes());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
        return most;
    }

    private void sip(BenchWire wire) {
        try {
            while (!closed.get() && wire.sip(256)) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(250));
            }
        } catch (IOException _) {
            // The server may drop a client that is too slow.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        closed.set(true);
        for (BenchWire it : open) {
            it.close();
        }
        open.clear();
    }
}
