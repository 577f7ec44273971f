package dev.deft.server.listener;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/// Counts the requests that are carried out and the streams that are open.
final class OpenWork {

    private final int most;
    private final Semaphore free;
    private final int mostStreams;
    private final Map<String, Integer> streams = new HashMap<>();
    private volatile boolean closing;

    OpenWork(ListenerLimits.Counts counts) {
        this.most = counts.requests();
        this.free = new Semaphore(most);
        this.mostStreams = counts.streamsPerToken();
    }

    boolean begin() {
        return free.tryAcquire();
    }

    void end() {
        free.release();
    }

    synchronized boolean beginStream(String token) {
        int open = streams.getOrDefault(token, 0);
        if (open >= mostStreams) {
            return false;
        }
        streams.put(token, open + 1);
        return true;
    }

    synchronized void endStream(String token) {
        streams.merge(token, -1, Integer::sum);
        streams.remove(token, 0);
    }

    synchronized int streams() {
        return streams.values().stream().mapToInt(it -> it).sum();
    }

    int requests() {
        return most - free.availablePermits();
    }

    void close() {
        closing = true;
    }

    boolean isClosing() {
        return closing;
    }
}
