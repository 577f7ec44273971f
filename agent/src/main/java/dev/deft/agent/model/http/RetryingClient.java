package dev.deft.agent.model.http;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelException.Kind;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Usage;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/// Sends a request, with retries, until the answer is complete.
///
/// An answer counts only when it is complete. Parts of a broken stream are discarded; the listener
/// does not get the same text again.
final class RetryingClient implements AutoCloseable {

    /// The attempts for a server that never answered: the address is probably wrong, and retries
    /// would hide that.
    private static final int UNREACHABLE_ATTEMPTS = 3;

    /// The most bytes that are read of an error response.
    private static final int MAX_ERROR_BYTES = 64 * 1024;

    /// The most bytes of an answer that is not a stream.
    private static final int MAX_PLAIN_BYTES = EventParser.MAX_EVENT_BYTES;

    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

    private final ModelSettings settings;
    private final Wire wire;
    private final Backoff backoff;
    private final ErrorMessages messages;
    private final ModelHttpClient client;
    private volatile Optional<OutgoingRequest> bodiless = Optional.empty();
    private volatile boolean reached;

    RetryingClient(ModelSettings settings, Wire wire, Backoff backoff) {
        this.settings = settings;
        this.wire = wire;
        this.backoff = backoff;
        this.messages = new ErrorMessages(settings, wire.keyVariable());
        this.client = new ModelHttpClient(settings);
    }

    public void warm() {
        client.warm();
    }

    /// Sends a request until it is answered or retries are used up.
    ///
    /// @param readers creates a reader for each attempt, which reports to the given listener
    public Answer ask(
            RequestBody question,
            Function<AnswerListener, AnswerReader> readers,
            AnswerListener listener)
            throws ModelException, InterruptedException {
        OutgoingRequest request = request().with(question);
        var telling = new AnswerDelivery(listener);
        for (int failures = 1; ; failures++) {
            try {
                return attempt(request, readers.apply(telling.attempt()), listener);
            } catch (ModelException e) {
                throw e;
            } catch (IOException e) {
                if (client.closed()) {
                    throw new ModelException(Kind.UNREACHABLE, messages.closed());
                }
                Duration pause = pauseAfter(e, failures, request.address());
                listener.retrying(failures, pause, messages.describe(e));
                backoff.sleep(pause);
            }
        }
    }

    /// Requests differ in their bodies alone.
    private OutgoingRequest request() throws ModelException {
        if (bodiless.isEmpty()) {
            bodiless = Optional.of(HttpRequests.of(settings, wire, messages, RequestBody.EMPTY));
        }
        return bodiless.get();
    }

    private Answer attempt(OutgoingRequest request, AnswerReader reader, AnswerListener listener)
            throws IOException, InterruptedException {
        try {
            return attempt(request, reader, listener::sent);
        } catch (IOException | InterruptedException e) {
            Usage wasted = reader.usage();
            if (!wasted.equals(Usage.NONE)) {
                listener.discarded(wasted);
            }
            throw e;
        }
    }

    private Answer attempt(OutgoingRequest request, AnswerReader reader, Runnable sent)
            throws IOException, InterruptedException {
        try (ByteStream stream = client.send(request, backoff.idleTimeout(), sent)) {
            reached = true;
            if (stream.status() != 200) {
                throw error(stream);
            }
            String type = stream.head().header("content-type").orElse("");
            String plain = type.toLowerCase(Locale.ROOT);
            if (plain.startsWith("text/html")) {
                throw new ModelException(Kind.REFUSED, messages.noStream(type, request.address()));
            }
            if (plain.startsWith("application/json")) {
                reader.read(ServerEvent.of(stream.text(MAX_PLAIN_BYTES)));
            } else {
                read(stream, reader);
            }
            return reader.answer().orElseThrow(() -> new IOException("the stream ended too early"));
        }
    }

    private static void read(ByteStream stream, AnswerReader reader)
            throws IOException, InterruptedException {
        var parser = new EventParser();
        try {
            for (var piece = stream.next(); piece.isPresent(); piece = stream.next()) {
                if (read(piece.get(), parser, reader)) {
                    stream.finish();
                    return;
                }
            }
        } catch (ProviderException e) {
            throw e;
        } catch (IOException e) {
            // The answer is complete, however the connection ended.
            if (reader.answer().isEmpty()) {
                throw e;
            }
        }
    }

    private static boolean read(ByteBuffer bytes, EventParser parser, AnswerReader reader)
            throws IOException {
        for (ServerEvent event : parser.read(bytes)) {
            reader.read(event);
            if (reader.complete()) {
                return true;
            }
        }
        return false;
    }

    private ProviderException error(ByteStream stream) throws IOException, InterruptedException {
        int status = stream.status();
        if (status == PROXY_AUTHENTICATION_REQUIRED) {
            checkProxy();
        }
        ProviderError error = wire.error(status, stream.text(MAX_ERROR_BYTES));
        boolean hopeless =
                stream.head().header("x-should-retry").filter("false"::equals).isPresent();
        if (hopeless && error.kind() == ProviderError.Kind.PASSING) {
            error = new ProviderError(ProviderError.Kind.EXHAUSTED, error.message());
        }
        return new ProviderException(error, status, backoff.retryAfter(stream.head()));
    }

    /// If there is a proxy, it is the one who wants to know who asks.
    private void checkProxy() throws ModelException {
        if (settings.route().proxy().isPresent()) {
            throw new ModelException(
                    Kind.DENIED, messages.deniedByProxy(settings.route().proxy().get()));
        }
    }

    /// The delay before the next attempt.
    ///
    /// @throws ModelException when there is none
    private Duration pauseAfter(IOException failure, int failures, URI address)
            throws ModelException {
        if (failure instanceof TunnelException tunnel && tunnel.wantsCredentials()) {
            checkProxy();
        }
        Optional<Duration> retryAfter =
                failure instanceof ProviderException it
                        ? retryAfter(it, address)
                        : Optional.empty();
        if (failures > maxAttempts(failure)) {
            throw new ModelException(
                    Kind.UNREACHABLE, messages.unreachable(failure, address, failures));
        }
        return retryAfter.orElseGet(() -> backoff.pauseAfter(failures));
    }

    private Optional<Duration> retryAfter(ProviderException failure, URI address)
            throws ModelException {
        return switch (failure.error().kind()) {
            case DENIED -> throw new ModelException(Kind.DENIED, messages.denied(failure));
            case TOO_LONG ->
                    throw new ModelException(
                            Kind.TOO_LONG,
                            messages.tooLong(failure),
                            OverflowMessages.in(failure.error().message()));
            case EXHAUSTED ->
                    throw new ModelException(Kind.EXHAUSTED, messages.refused(failure, address));
            case REFUSED ->
                    throw new ModelException(Kind.REFUSED, messages.refused(failure, address));
            case PASSING -> {
                Optional<Duration> retryAfter = failure.retryAfter();
                if (retryAfter
                        .filter(it -> it.compareTo(Backoff.MAX_RETRY_AFTER) > 0)
                        .isPresent()) {
                    throw new ModelException(
                            Kind.UNREACHABLE, messages.retryTooLate(failure, retryAfter.get()));
                }
                yield retryAfter;
            }
        };
    }

    private int maxAttempts(IOException failure) {
        if (failure instanceof SSLHandshakeException) {
            return 0;
        }
        boolean unconnected =
                failure instanceof ConnectException
                        || failure instanceof ConnectTimeoutException
                        || failure instanceof SSLException
                        || failure instanceof TunnelException;
        return unconnected && !reached
                ? Math.min(UNREACHABLE_ATTEMPTS, backoff.maxRetries())
                : backoff.maxRetries();
    }

    @Override
    public void close() {
        client.close();
    }
}
