package dev.deft.agent.model.http;

import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelException.Kind;
import dev.deft.agent.model.ModelSettings;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Reads JSON documents of a model server, such as its list of models.
///
/// It sends each request once, and follows no redirect: a key goes to its own server only. How long
/// a document may take altogether is up to the caller, who interrupts the reading thread.
public final class ServerDocuments implements AutoCloseable {

    /// The most bytes of an error response.
    private static final int MAX_ERROR_BYTES = 64 * 1024;

    private static final String JSON = "application/json";
    private static final int OK = 200;
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_ERROR = 400;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

    private final ModelSettings settings;
    private final Wire wire;
    private final int maxBytes;
    private final Duration silence;
    private final ErrorMessages messages;
    private final ModelHttpClient client;

    /// @param name of the server, for messages
    /// @param maxBytes of a document
    /// @param silence how long the server may send nothing
    public ServerDocuments(
            String name, ModelSettings settings, Wire wire, int maxBytes, Duration silence) {
        this.settings = settings;
        this.wire = wire;
        this.maxBytes = maxBytes;
        this.silence = silence;
        this.messages = new ErrorMessages(name, settings, wire.keyVariable());
        this.client = new ModelHttpClient(settings);
    }

    /// Reads a document.
    ///
    /// @param path below the base URL, with its query
    /// @throws ModelException with a sentence for people that says what to do
    public Json get(String path) throws ModelException, InterruptedException {
        return read(HttpRequests.get(settings, wire, path, JSON, messages));
    }

    /// Reads the answer to a document.
    ///
    /// @param path below the base URL
    /// @throws ModelException with a sentence for people that says what to do
    public Json post(String path, Json question) throws ModelException, InterruptedException {
        byte[] text = JsonText.write(question).getBytes(StandardCharsets.UTF_8);
        var body = new RequestBody(List.of(text));
        return read(HttpRequests.post(settings, wire, path, JSON, messages, body));
    }

    private Json read(OutgoingRequest request) throws ModelException, InterruptedException {
        URI address = request.address();
        try (ByteStream stream = client.send(request, silence, () -> {})) {
            if (stream.status() != OK) {
                throw error(stream, address);
            }
            Optional<String> text = stream.wholeText(maxBytes);
            if (text.isEmpty()) {
                throw refused(messages.tooMuch(address, maxBytes));
            }
            return JsonText.parse(text.get());
        } catch (ModelException e) {
            throw e;
        } catch (JsonSyntaxException _) {
            throw refused(messages.noDocument(address));
        } catch (IOException e) {
            if (e instanceof TunnelException tunnel && tunnel.wantsCredentials()) {
                throw deniedByProxy();
            }
            throw new ModelException(Kind.UNREACHABLE, messages.unreachable(e, address, 1));
        }
    }

    private ModelException error(ByteStream stream, URI address)
            throws IOException, InterruptedException {
        int status = stream.status();
        if (status >= FIRST_REDIRECT && status < FIRST_ERROR) {
            return refused(messages.movedElsewhere(status, address));
        }
        if (status == PROXY_AUTHENTICATION_REQUIRED && settings.route().proxy().isPresent()) {
            return deniedByProxy();
        }
        if (status == NOT_FOUND || status == METHOD_NOT_ALLOWED) {
            return refused(messages.noDocument(address));
        }
        ProviderError error = wire.error(status, stream.text(MAX_ERROR_BYTES));
        var failure = new ProviderException(error, status, Optional.empty());
        return switch (error.kind()) {
            case DENIED -> new ModelException(Kind.DENIED, messages.denied(failure));
            case PASSING ->
                    new ModelException(Kind.UNREACHABLE, messages.unreachable(failure, address, 1));
            case TOO_LONG, EXHAUSTED, REFUSED -> refused(messages.refused(failure, address));
        };
    }

    private ModelException deniedByProxy() {
        return new ModelException(
                Kind.DENIED, messages.deniedByProxy(settings.route().proxy().orElseThrow()));
    }

    private static ModelException refused(String message) {
        return new ModelException(Kind.REFUSED, message);
    }

    /// Ends requests that are under way.
    @Override
    public void close() {
        client.close();
    }
}
