package dev.deft.agent.model.http;

import dev.deft.agent.model.ModelSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The HTTP client of one model. It is made by the first who needs it, since making one takes
/// longer than a whole short command.
final class ModelHttpClient implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

    /// How long the threads of the client are waited for at the end.
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    /// Java leaves a name and a password out of the request for a tunnel unless this says otherwise
    /// before the first request of the process is made.
    private static final String DISABLED_PROXY_SCHEMES = "jdk.http.auth.tunneling.disabledSchemes";

    private final boolean secure;
    private final ModelSettings.Route route;
    private @Nullable HttpClient client;
    private boolean closed;

    ModelHttpClient(ModelSettings settings) {
        this.secure = settings.baseUrl().strip().regionMatches(true, 0, "https:", 0, 6);
        this.route = settings.route();
        if (route.proxy().flatMap(ModelSettings.Proxy::credentials).isPresent()
                && System.getProperty(DISABLED_PROXY_SCHEMES) == null) {
            System.setProperty(DISABLED_PROXY_SCHEMES, "");
        }
    }

    void warm() {
        Thread.ofVirtual().name("model client").start(this::createEarly);
    }

    private void createEarly() {
        try {
            client();
        } catch (IOException _) {
            // Nobody needs it any more.
        }
    }

    private synchronized HttpClient client() throws IOException {
        if (closed) {
            throw new IOException("the client is closed");
        }
        HttpClient made = client;
        if (made == null) {
            made = create();
            client = made;
        }
        return made;
    }

    private HttpClient create() throws IOException {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT);
        if (route.proxy().isPresent()) {
            ModelSettings.Proxy proxy = route.proxy().get();
            builder.proxy(
                    ProxySelector.of(
                            InetSocketAddress.createUnresolved(proxy.host(), proxy.port())));
        }
        if (!secure) {
            builder.sslContext(DisabledTls.context());
        } else if (route.authorities().isPresent()) {
            builder.sslContext(CertificateAuthorities.with(route.authorities().get()));
        }
        return builder.build();
    }

    synchronized boolean closed() {
        return closed;
    }

    /// Sends a request and waits until the response begins.
    ByteStream send(HttpRequest request, Duration silence)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<Flow.Publisher<List<ByteBuffer>>>> response =
                client().sendAsync(request, BodyHandlers.ofPublisher());
        try {
            // Not the timeout of the request: from JDK 26 on that one counts the body too.
            return new ByteStream(response.get(silence.toNanos(), TimeUnit.NANOSECONDS), silence);
        } catch (TimeoutException _) {
            abandon(response);
            throw new HttpTimeoutException("nothing came for " + ErrorMessages.length(silence));
        } catch (InterruptedException e) {
            abandon(response);
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException trouble) {
                throw trouble;
            }
            throw new IOException(String.valueOf(e.getCause()), e);
        }
    }

    /// Where the response has begun in this very moment, there is nothing left to cancel but its
    /// body; a body that nobody takes would keep its connection open.
    private static void abandon(
            CompletableFuture<HttpResponse<Flow.Publisher<List<ByteBuffer>>>> response) {
        if (!response.cancel(true) && !response.isCompletedExceptionally()) {
            new ByteStream(response.join(), Duration.ZERO).close();
        }
    }

    /// Ends what is under way. Without waiting for the client's threads the program itself would
    /// wait for them, and longer.
    @Override
    public void close() {
        HttpClient last;
        synchronized (this) {
            closed = true;
            last = client;
            client = null;
        }
        if (last == null) {
            return;
        }
        last.shutdownNow();
        try {
            last.awaitTermination(CLOSE_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
