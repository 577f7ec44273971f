package dev.deft.run;

import dev.deft.output.ErrorLog;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Delivers call events to listeners, each on its own thread, so that a listener that throws or
/// hangs affects neither calls nor other listeners.
public final class CallEvents implements AutoCloseable {

    /// Further events for a listener with this many undelivered ones are dropped.
    private static final int MAX_PENDING = 10_000;

    private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();
    private final AtomicLong sequence = new AtomicLong();

    /// Adds a listener until the returned subscription is closed.
    ///
    /// @param listener is called on a thread of its own, for one event at a time
    /// @return closing it delivers the pending events first, and interrupts a listener that hangs
    public Subscription subscribe(Consumer<CallEvent> listener) {
        return subscribe(new Subscriber(listener, false));
    }

    /// The same for the progress of calls alone: a call without progress wakes no thread.
    public Subscription subscribeToProgress(Consumer<CallEvent.Progressed> listener) {
        return subscribe(new Subscriber(it -> listener.accept((CallEvent.Progressed) it), true));
    }

    private Subscription subscribe(Subscriber subscriber) {
        subscribers.add(subscriber);
        subscriber.thread.start();
        return () -> {
            subscribers.remove(subscriber);
            subscriber.finish();
        };
    }

    void publish(CallEvent event) {
        if (subscribers.isEmpty()) {
            return;
        }
        var pending = new Pending(event.number(), sequence.getAndIncrement(), Optional.of(event));
        for (Subscriber subscriber : subscribers) {
            if (!subscriber.progressOnly || event instanceof CallEvent.Progressed) {
                subscriber.offer(pending);
            }
        }
    }

    @Override
    public void close() {
        subscribers.forEach(Subscriber::finish);
        subscribers.clear();
    }

    /// The subscription of one listener.
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {

        @Override
        void close();
    }

    private static final class Subscriber {

        private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

        private final PriorityBlockingQueue<Pending> queue =
                new PriorityBlockingQueue<>(16, Pending::compare);
        private final Consumer<CallEvent> listener;
        private final boolean progressOnly;
        private final Thread thread;

        Subscriber(Consumer<CallEvent> listener, boolean progressOnly) {
            this.listener = listener;
            this.progressOnly = progressOnly;
            this.thread = Thread.ofVirtual().name("call-listener").unstarted(this::deliver);
        }

        void offer(Pending event) {
            if (queue.size() < MAX_PENDING) {
                queue.add(event);
            }
        }

        private void deliver() {
            try {
                for (var next = queue.take().event();
                        next.isPresent();
                        next = queue.take().event()) {
                    deliver(next.get());
                }
            } catch (InterruptedException _) {
                // The subscription was closed, so the thread ends.
            }
        }

        private void deliver(CallEvent event) {
            try {
                listener.accept(event);
            } catch (RuntimeException e) {
                ErrorLog.log(
                        System.Logger.Level.WARNING,
                        () -> "a listener failed on call " + event.callId(),
                        e);
            }
        }

        void finish() {
            queue.add(Pending.END);
            try {
                if (thread.join(CLOSE_TIMEOUT)) {
                    return;
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            thread.interrupt();
        }
    }

    /// A queued event, or the end of the queue.
    private record Pending(int number, long order, Optional<CallEvent> event) {

        private static final Pending END =
                new Pending(Integer.MAX_VALUE, Long.MAX_VALUE, Optional.empty());

        /// Compares by number, then by order.
        private static int compare(Pending one, Pending other) {
            int byNumber = Integer.compare(one.number, other.number);
            return byNumber != 0 ? byNumber : Long.compare(one.order, other.order);
        }
    }
}
