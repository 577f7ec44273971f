package dev.deft.run;

import dev.deft.output.ErrorLog;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Tells onlookers about calls, each on a thread of its own: one that throws or hangs harms nobody.
public final class CallEvents implements AutoCloseable {

    /// Past this many untold events an onlooker that hangs misses the rest, instead of eating the
    /// heap.
    private static final int MOST_WAITING = 10_000;

    private final List<Onlooker> onlookers = new CopyOnWriteArrayList<>();
    private final AtomicLong sequence = new AtomicLong();

    /// Adds an onlooker until the returned handle is closed. Closing waits for what it has to be
    /// told.
    public Subscription subscribe(Consumer<CallEvent> listener) {
        var onlooker = new Onlooker(listener);
        onlookers.add(onlooker);
        onlooker.thread.start();
        return () -> {
            onlookers.remove(onlooker);
            onlooker.finish();
        };
    }

    void publish(CallEvent event) {
        if (onlookers.isEmpty()) {
            return;
        }
        long order = sequence.getAndIncrement();
        onlookers.forEach(it -> it.offer(new Waiting(event.number(), order, Optional.of(event))));
    }

    @Override
    public void close() {
        onlookers.forEach(Onlooker::finish);
        onlookers.clear();
    }

    /// Ends with what is left to be told.
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {

        @Override
        void close();
    }

    private static final class Onlooker {

        private static final Duration PATIENCE = Duration.ofSeconds(2);

        private final PriorityBlockingQueue<Waiting> queue =
                new PriorityBlockingQueue<>(
                        16,
                        Comparator.comparingInt(Waiting::number).thenComparingLong(Waiting::order));
        private final Consumer<CallEvent> listener;
        private final Thread thread;

        Onlooker(Consumer<CallEvent> listener) {
            this.listener = listener;
            this.thread = Thread.ofVirtual().name("onlooker").unstarted(this::tell);
        }

        void offer(Waiting event) {
            if (queue.size() < MOST_WAITING) {
                queue.add(event);
            }
        }

        private void tell() {
            try {
                for (var next = queue.take().event();
                        next.isPresent();
                        next = queue.take().event()) {
                    tell(next.get());
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        private void tell(CallEvent event) {
            try {
                listener.accept(event);
            } catch (RuntimeException e) {
                ErrorLog.log(
                        System.Logger.Level.WARNING,
                        () -> "an onlooker failed on call " + event.callId(),
                        e);
            }
        }

        void finish() {
            queue.add(Waiting.END);
            try {
                if (thread.join(PATIENCE)) {
                    return;
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            thread.interrupt();
        }
    }

    /// An event in the queue; the one without an event ends it.
    private record Waiting(int number, long order, Optional<CallEvent> event) {

        private static final Waiting END =
                new Waiting(Integer.MAX_VALUE, Long.MAX_VALUE, Optional.empty());
    }
}
