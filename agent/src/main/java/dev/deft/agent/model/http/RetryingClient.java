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
    private static final int CALLS_TO_A_STRANGER = 3;

    /// How much is read of a response that is no answer.
    private static final int LONGEST_OBJECTION = 64 * 1024;

    /// How much is read of an answer that did not come as a stream.
    private static final int LONGEST_PLAIN_ANSWER = EventParser.LONGEST;

    private static final int PROXY_WANTS_A_NAME = 407;

    private final ModelSettings settings;
    private final Wire wire;
    private final Backoff backoff;
    private final ErrorMessages sentences;
    private final ModelHttpClient line;
    private volatile boolean heard;

    RetryingClient(ModelSettings settings, Wire wire, Backoff backoff) {
        this.settings = settings;
        this.wire = wire;
        this.backoff = backoff;
        this.sentences = new ErrorMessages(settings, wire.keyVariable());
        this.line = new ModelHttpClient(settings);
    }

    public void warm() {
        line.warm();
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
                if (line.closed()) {
                    throw new ModelException(Kind.UNREACHABLE, sentences.closed());
                }
                Duration pause = pauseAfter(e, failures, request.uri());
                listener.retrying(failures, pause, sentences.why(e));
                backoff.rest(pause);
            }
        }
    }

    private Answer attempt(HttpRequest request, AnswerReader reader, AnswerListener listener)
            throws IOException, InterruptedException {
        try {
            return attempt(request, reader);
        } catch (IOException | InterruptedException e) {
            Usage wasted = reader.spent();
            if (!wasted.equals(Usage.NONE)) {
                listener.wasted(wasted);
            }
            throw e;
        }
    }

    private Answer attempt(HttpRequest request, AnswerReader reader)
            throws IOException, InterruptedException {
        try (ByteStream stream = line.send(request, backoff.silence())) {
            heard = true;
            if (stream.status() != 200) {
                throw objection(stream);
            }
            String type = stream.headers().firstValue("content-type").orElse("");
            if (type.toLowerCase(Locale.ROOT).startsWith("text/html")) {
                throw new ModelException(Kind.REFUSED, sentences.noStream(type, request.uri()));
            }
            if (type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
                reader.read(new ServerEvent(stream.text(LONGEST_PLAIN_ANSWER)));
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

    private ProviderException objection(ByteStream stream)
            throws IOException, InterruptedException {
        int status = stream.status();
        if (status == PROXY_WANTS_A_NAME && settings.route().proxy().isPresent()) {
            throw new ModelException(
                    Kind.DENIED, sentences.deniedByProxy(settings.route().proxy().get()));
        }
        ProviderError objection = wire.objection(status, stream.text(LONGEST_OBJECTION));
        boolean hopeless =
                stream.headers().firstValue("x-should-retry").filter("false"::equals).isPresent();
        if (hopeless && objection.nature() == ProviderError.Nature.PASSING) {
            objection = new ProviderError(ProviderError.Nature.REFUSED, objection.said());
        }
        return new ProviderException(objection, status, backoff.askedFor(stream.headers()));
    }

    /// How long to wait before the next attempt.
    ///
    /// @throws ModelException when there is none
    private Duration pauseAfter(IOException trouble, int failures, URI address)
            throws ModelException {
        Optional<Duration> asked =
                trouble instanceof ProviderException it ? rest(it, address) : Optional.empty();
        if (failures > mostAfter(trouble)) {
            throw new ModelException(
                    Kind.UNREACHABLE, sentences.unreachable(trouble, address, failures));
        }
        return asked.orElseGet(() -> backoff.pauseAfter(failures));
    }

    private Optional<Duration> rest(ProviderException trouble, URI address) throws ModelException {
        return switch (trouble.objection().nature()) {
            case DENIED -> throw new ModelException(Kind.DENIED, sentences.denied(trouble));
            case TOO_LONG ->
                    throw new ModelException(
                            Kind.TOO_LONG,
                            sentences.tooLong(trouble),
                            OverflowMessages.in(trouble.objection().said()));
            case REFUSED ->
                    throw new ModelException(Kind.REFUSED, sentences.refused(trouble, address));
            case PASSING -> {
                Optional<Duration> asked = trouble.rest();
                if (asked.filter(it -> it.compareTo(Backoff.LONGEST_REST) > 0).isPresent()) {
                    throw new ModelException(
                            Kind.UNREACHABLE, sentences.restsTooLong(trouble, asked.get()));
                }
                yield asked;
            }
        };
    }

    private int mostAfter(IOException trouble) {
        if (trouble instanceof SSLHandshakeException) {
            return 0;
        }
        boolean unconnected =
                trouble instanceof ConnectException
                        || trouble instanceof HttpConnectTimeoutException
                        || trouble instanceof SSLException
                        || ErrorMessages.tunnelFailed(trouble);
        return unconnected && !heard
                ? Math.min(CALLS_TO_A_STRANGER, backoff.most())
                : backoff.most();
    }

    private HttpRequest request(String body) throws ModelException {
        return HttpRequests.of(settings, wire, sentences, body);
    }

    @Override
    public void close() {
        line.close();
    }
}
