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

/// The HTTP client of one model, created lazily: that takes longer than a short command.
final class ModelHttpClient implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

    /// How long to wait for the threads of the client on close.
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

    /// Java sends no proxy credentials for tunnels unless this property is set before the first
    /// request of the process.
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
            // The client was closed meanwhile.
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
    ByteStream send(HttpRequest request, Duration idleTimeout)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<Flow.Publisher<List<ByteBuffer>>>> response =
                client().sendAsync(request, BodyHandlers.ofPublisher());
        try {
            // Not the timeout of the request, which includes the body from JDK 26 on.
            return new ByteStream(
                    response.get(idleTimeout.toNanos(), TimeUnit.NANOSECONDS), idleTimeout);
        } catch (TimeoutException _) {
            abandon(response);
            throw new HttpTimeoutException("nothing came for " + ErrorMessages.length(idleTimeout));
        } catch (InterruptedException e) {
            abandon(response);
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(String.valueOf(e.getCause()), e);
        }
    }

    /// If the response has begun meanwhile, its body must be closed: an unread body would keep the
    /// connection open.
    private static void abandon(
            CompletableFuture<HttpResponse<Flow.Publisher<List<ByteBuffer>>>> response) {
        if (!response.cancel(true) && !response.isCompletedExceptionally()) {
            new ByteStream(response.join(), Duration.ZERO).close();
        }
    }

    /// Cancels running requests. Waits briefly for the threads of the client; otherwise the program
    /// would wait longer for them at its end.
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
