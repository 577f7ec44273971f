package dev.deft.agent.model.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// The body of a response while it arrives.
///
/// A blocking read of a socket hears no interrupt. So bytes are handed over through a queue, and
/// whoever waits at the queue can be interrupted and can close the stream at once.
final class ByteStream implements AutoCloseable {

    /// How long a finished stream may take to end, so that its connection can be used again.
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final HttpResponse<Flow.Publisher<List<ByteBuffer>>> response;
    private final Duration idleTimeout;
    private final ChunkSubscriber inlet = new ChunkSubscriber();
    private boolean over;

    /// @param silence how long nothing may arrive before the connection counts as broken
    ByteStream(HttpResponse<Flow.Publisher<List<ByteBuffer>>> response, Duration silence) {
        this.response = response;
        this.idleTimeout = silence;
        // Java hands over no body at all where a proxy wants to know who asks for a tunnel.
        over = response.body() == null;
        if (!over) {
            response.body().subscribe(inlet);
        }
    }

    int status() {
        return response.statusCode();
    }

    HttpHeaders headers() {
        return response.headers();
    }

    /// The next bytes, or nothing at the end.
    Optional<List<ByteBuffer>> next() throws IOException, InterruptedException {
        if (over) {
            return Optional.empty();
        }
        Signal arrival = inlet.take(idleTimeout);
        return switch (arrival) {
            case Chunk(List<ByteBuffer> bytes) -> Optional.of(bytes);
            case End() -> {
                over = true;
                yield Optional.empty();
            }
            case Broken(Throwable why) -> {
                over = true;
                throw new IOException(String.valueOf(why.getMessage()), why);
            }
            case Idle() ->
                    throw new HttpTimeoutException(
                            "nothing came for " + ErrorMessages.length(idleTimeout));
        };
    }

    /// The text of the body, cut where it is longer than that.
    String text(int most) throws IOException, InterruptedException {
        var bytes = new ByteArrayOutputStream();
        for (var piece = next(); piece.isPresent(); piece = next()) {
            for (ByteBuffer buffer : piece.get()) {
                byte[] copy = new byte[Math.min(buffer.remaining(), most - bytes.size())];
                buffer.get(copy);
                bytes.writeBytes(copy);
            }
            if (bytes.size() == most) {
                break;
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /// Reads what is left without anybody waiting for it: a connection whose response was read to
    /// its end serves the next question too.
    void finish() {
        if (over) {
            return;
        }
        over = true;
        Thread.ofVirtual().name("model stream end").start(this::drain);
    }

    private void drain() {
        try {
            long end = System.nanoTime() + GRACE.toNanos();
            Signal last;
            do {
                last = inlet.take(Duration.ofNanos(end - System.nanoTime()));
            } while (last instanceof Chunk);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            inlet.cancel();
        }
    }

    /// Gives the connection up, unless the body was read to its end.
    @Override
    public void close() {
        if (!over) {
            over = true;
            inlet.cancel();
        }
    }

    private sealed interface Signal {}

    private record Chunk(List<ByteBuffer> bytes) implements Signal {}

    private record End() implements Signal {}

    private record Broken(Throwable why) implements Signal {}

    private record Idle() implements Signal {}

    /// Takes one piece after the other from the client, so that no more than one waits here.
    private static final class ChunkSubscriber implements Flow.Subscriber<List<ByteBuffer>> {

        private final LinkedBlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
        private final AtomicReference<Flow.Subscription> subscription = new AtomicReference<>();
        private volatile boolean cancelled;

        Signal take(Duration longest) throws InterruptedException {
            Signal arrival = signals.poll(longest.toNanos(), TimeUnit.NANOSECONDS);
            if (arrival == null) {
                return new Idle();
            }
            if (arrival instanceof Chunk) {
                subscription.get().request(1);
            }
            return arrival;
        }

        void cancel() {
            cancelled = true;
            Flow.Subscription current = subscription.get();
            if (current != null) {
                current.cancel();
            }
        }

        @Override
        public void onSubscribe(Flow.Subscription it) {
            subscription.set(it);
            if (cancelled) {
                it.cancel();
            } else {
                it.request(1);
            }
        }

        @Override
        public void onNext(List<ByteBuffer> bytes) {
            signals.add(new Chunk(bytes));
        }

        @Override
        public void onError(Throwable why) {
            signals.add(new Broken(why));
        }

        @Override
        public void onComplete() {
            signals.add(new End());
        }
    }
}
