package dev.deft.agent.model.http;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelException.Kind;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Usage;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/// Puts a question, and puts it again where that may help, until there is a whole answer.
///
/// An answer counts only when its end has arrived: what came of a stream that broke is thrown away,
/// except that the listener is not told the same words again.
final class RetryingClient implements AutoCloseable {

    /// How often somebody is called again who has never been heard. A wrong address is the likely
    /// reason then, and retries would only hide it.
    private static final int UNREACHABLE_ATTEMPTS = 3;

    /// How much is read of a response that is no answer.
    private static final int MAX_ERROR_BYTES = 64 * 1024;

    /// How much is read of an answer that did not come as a stream.
    private static final int MAX_PLAIN_BYTES = EventParser.MAX_EVENT_BYTES;

    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

    private final ModelSettings settings;
    private final Wire wire;
    private final Backoff backoff;
    private final ErrorMessages messages;
    private final ModelHttpClient client;
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

    /// Asks until there is an answer, or none to be had.
    ///
    /// @param readers gives a new reader for each attempt, which tells the listener it is given
    public Answer ask(
            Json.Obj question,
            Function<AnswerListener, AnswerReader> readers,
            AnswerListener listener)
            throws ModelException, InterruptedException {
        HttpRequest request = request(JsonText.write(question));
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
                Duration pause = pauseAfter(e, failures, request.uri());
                listener.retrying(failures, pause, messages.describe(e));
                backoff.sleep(pause);
            }
        }
    }

    private Answer attempt(HttpRequest request, AnswerReader reader, AnswerListener listener)
            throws IOException, InterruptedException {
        try {
            return attempt(request, reader);
        } catch (IOException | InterruptedException e) {
            Usage wasted = reader.usage();
            if (!wasted.equals(Usage.NONE)) {
                listener.discarded(wasted);
            }
            throw e;
        }
    }

    private Answer attempt(HttpRequest request, AnswerReader reader)
            throws IOException, InterruptedException {
        try (ByteStream stream = client.send(request, backoff.idleTimeout())) {
            reached = true;
            if (stream.status() != 200) {
                throw error(stream);
            }
            String type = stream.headers().firstValue("content-type").orElse("");
            if (type.toLowerCase(Locale.ROOT).startsWith("text/html")) {
                throw new ModelException(Kind.REFUSED, messages.noStream(type, request.uri()));
            }
            if (type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
                reader.read(new ServerEvent(stream.text(MAX_PLAIN_BYTES)));
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
            // An answer whose end has arrived is whole, however its connection ended.
            if (reader.answer().isEmpty()) {
                throw e;
            }
        }
    }

    private static boolean read(List<ByteBuffer> bytes, EventParser parser, AnswerReader reader)
            throws IOException {
        for (ByteBuffer buffer : bytes) {
            for (ServerEvent event : parser.read(buffer)) {
                reader.read(event);
                if (reader.complete()) {
                    return true;
                }
            }
        }
        return false;
    }

    private ProviderException error(ByteStream stream) throws IOException, InterruptedException {
        int status = stream.status();
        if (status == PROXY_AUTHENTICATION_REQUIRED && settings.route().proxy().isPresent()) {
            throw new ModelException(
                    Kind.DENIED, messages.deniedByProxy(settings.route().proxy().get()));
        }
        ProviderError objection = wire.error(status, stream.text(MAX_ERROR_BYTES));
        boolean hopeless =
                stream.headers().firstValue("x-should-retry").filter("false"::equals).isPresent();
        if (hopeless && objection.nature() == ProviderError.Kind.PASSING) {
            objection = new ProviderError(ProviderError.Kind.REFUSED, objection.said());
        }
        return new ProviderException(objection, status, backoff.retryAfter(stream.headers()));
    }

    /// How long to wait before the next attempt.
    ///
    /// @throws ModelException when there is none
    private Duration pauseAfter(IOException trouble, int failures, URI address)
            throws ModelException {
        Optional<Duration> asked =
                trouble instanceof ProviderException it
                        ? retryAfter(it, address)
                        : Optional.empty();
        if (failures > maxAttempts(trouble)) {
            throw new ModelException(
                    Kind.UNREACHABLE, messages.unreachable(trouble, address, failures));
        }
        return asked.orElseGet(() -> backoff.pauseAfter(failures));
    }

    private Optional<Duration> retryAfter(ProviderException trouble, URI address)
            throws ModelException {
        return switch (trouble.error().nature()) {
            case DENIED -> throw new ModelException(Kind.DENIED, messages.denied(trouble));
            case TOO_LONG ->
                    throw new ModelException(
                            Kind.TOO_LONG,
                            messages.tooLong(trouble),
                            OverflowMessages.in(trouble.error().said()));
            case REFUSED ->
                    throw new ModelException(Kind.REFUSED, messages.refused(trouble, address));
            case PASSING -> {
                Optional<Duration> asked = trouble.retryAfter();
                if (asked.filter(it -> it.compareTo(Backoff.MAX_RETRY_AFTER) > 0).isPresent()) {
                    throw new ModelException(
                            Kind.UNREACHABLE, messages.retryTooLate(trouble, asked.get()));
                }
                yield asked;
            }
        };
    }

    private int maxAttempts(IOException trouble) {
        if (trouble instanceof SSLHandshakeException) {
            return 0;
        }
        boolean unconnected =
                trouble instanceof ConnectException
                        || trouble instanceof HttpConnectTimeoutException
                        || trouble instanceof SSLException
                        || ErrorMessages.tunnelFailed(trouble);
        return unconnected && !reached
                ? Math.min(UNREACHABLE_ATTEMPTS, backoff.maxRetries())
                : backoff.maxRetries();
    }

    private HttpRequest request(String body) throws ModelException {
        return HttpRequests.of(settings, wire, messages, body);
    }

    @Override
    public void close() {
        client.close();
    }
}
