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

/// The body of a response as a stream of chunks.
///
/// A blocking read of a socket cannot be interrupted. Chunks go through a queue, so that a waiting
/// reader can be interrupted and can close the stream at once.
final class ByteStream implements AutoCloseable {

    /// How long to wait for the end of a complete stream, so that its connection can be reused.
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final HttpResponse<Flow.Publisher<List<ByteBuffer>>> response;
    private final Duration idleTimeout;
    private final ChunkSubscriber inlet = new ChunkSubscriber();
    private boolean over;

    /// @param idleTimeout after this time without data the connection counts as broken
    ByteStream(HttpResponse<Flow.Publisher<List<ByteBuffer>>> response, Duration idleTimeout) {
        this.response = response;
        this.idleTimeout = idleTimeout;
        // There is no body if a proxy requires authentication for a tunnel.
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

    /// The next chunk; empty at the end.
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

    /// The text of the body, truncated to a number of bytes.
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

    /// The text of the body; empty if it has more bytes than that.
    Optional<String> wholeText(int most) throws IOException, InterruptedException {
        var bytes = new ByteArrayOutputStream();
        for (var piece = next(); piece.isPresent(); piece = next()) {
            for (ByteBuffer buffer : piece.get()) {
                if (bytes.size() + buffer.remaining() > most) {
                    return Optional.empty();
                }
                byte[] copy = new byte[buffer.remaining()];
                buffer.get(copy);
                bytes.writeBytes(copy);
            }
        }
        return Optional.of(bytes.toString(StandardCharsets.UTF_8));
    }

    /// Reads the rest in the background, so that the connection can be reused.
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

    /// Closes the connection, unless the body was read completely.
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

    /// Requests one chunk at a time, so that at most one is queued.
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
