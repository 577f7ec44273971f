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
    private final Duration silence;
    private final Inlet inlet = new Inlet();
    private boolean over;

    /// @param silence how long nothing may arrive before the connection counts as broken
    ByteStream(HttpResponse<Flow.Publisher<List<ByteBuffer>>> response, Duration silence) {
        this.response = response;
        this.silence = silence;
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
        Arrival arrival = inlet.take(silence);
        return switch (arrival) {
            case Piece(List<ByteBuffer> bytes) -> Optional.of(bytes);
            case End() -> {
                over = true;
                yield Optional.empty();
            }
            case Broken(Throwable why) -> {
                over = true;
                throw new IOException(String.valueOf(why.getMessage()), why);
            }
            case Silent() ->
                    throw new HttpTimeoutException(
                            "nothing came for " + ErrorMessages.length(silence));
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
            Arrival last;
            do {
                last = inlet.take(Duration.ofNanos(end - System.nanoTime()));
            } while (last instanceof Piece);
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

    private sealed interface Arrival {}

    private record Piece(List<ByteBuffer> bytes) implements Arrival {}

    private record End() implements Arrival {}

    private record Broken(Throwable why) implements Arrival {}

    private record Silent() implements Arrival {}

    /// Takes one piece after the other from the client, so that no more than one waits here.
    private static final class Inlet implements Flow.Subscriber<List<ByteBuffer>> {

        private final LinkedBlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
        private final AtomicReference<Flow.Subscription> subscription = new AtomicReference<>();
        private volatile boolean unwanted;

        Arrival take(Duration longest) throws InterruptedException {
            Arrival arrival = arrivals.poll(longest.toNanos(), TimeUnit.NANOSECONDS);
            if (arrival == null) {
                return new Silent();
            }
            if (arrival instanceof Piece) {
                subscription.get().request(1);
            }
            return arrival;
        }

        void cancel() {
            unwanted = true;
            Flow.Subscription current = subscription.get();
            if (current != null) {
                current.cancel();
            }
        }

        @Override
        public void onSubscribe(Flow.Subscription it) {
            subscription.set(it);
            if (unwanted) {
                it.cancel();
            } else {
                it.request(1);
            }
        }

        @Override
        public void onNext(List<ByteBuffer> bytes) {
            arrivals.add(new Piece(bytes));
        }

        @Override
        public void onError(Throwable why) {
            arrivals.add(new Broken(why));
        }

        @Override
        public void onComplete() {
            arrivals.add(new End());
        }
    }
}
