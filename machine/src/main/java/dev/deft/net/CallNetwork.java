package dev.deft.net;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.host.Network;
import dev.deft.net.Connector.Connection;
import dev.deft.net.http.DecodedBody;
import dev.deft.net.http.HttpOne;
import dev.deft.net.http.HttpTwo;
import dev.deft.net.http.RequestHead;
import dev.deft.net.http.ResponseHead;
import dev.deft.os.CallLifetime;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The network of one call.
///
/// Each URL, the first one and every redirect, is judged before anything is sent to it, and the
/// connection goes to an address that was judged.
public final class CallNetwork implements Network {

    private static final int MOST_REDIRECTS = 10;
    private static final String USER_AGENT = "Deft (tool runtime)";

    private final HostGrants grants;
    private final Connector connector;
    private final CallLifetime lifetime;
    private final boolean redirects;

    public CallNetwork(HostGrants grants, Connector connector, CallLifetime lifetime) {
        this(grants, connector, lifetime, true);
    }

    private CallNetwork(
            HostGrants grants, Connector connector, CallLifetime lifetime, boolean redirects) {
        this.grants = grants;
        this.connector = connector;
        this.lifetime = lifetime;
        this.redirects = redirects;
    }

    /// A network that returns a redirect as the response, for requests with credentials.
    public static CallNetwork withoutRedirects(HostGrants grants, Connector connector) {
        return new CallNetwork(grants, connector, new CallLifetime(), false);
    }

    @Override
    public void check(String host, int port) throws IOException, InterruptedException {
        lifetime.checkEffect();
        addresses(host, port, "", false);
    }

    /// The work is done on a thread of its own, whose sockets are closed when it is interrupted.
    @Override
    public Response send(Request request) throws IOException, InterruptedException {
        lifetime.checkEffect();
        RequestHead head = RequestHead.of(request, USER_AGENT);
        HttpUrl url = HttpUrl.of(request.url());
        var work = new FutureTask<>(() -> follow(url, head, request.maxBytes()));
        Thread.ofVirtual().name("http").start(work);
        try {
            return work.get(request.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new HostException(
                    ErrorCode.TIMEOUT,
                    "%s had not answered completely after %s. Try again, or ask for less."
                            .formatted(url.hostAndPort(), seconds(request.timeout())));
        } catch (ExecutionException e) {
            throw failure(url, e);
        } finally {
            work.cancel(true);
        }
    }

    private static String seconds(Duration time) {
        return time.toMillis() < 1_000
                ? time.toMillis() + " ms"
                : Math.ceilDiv(time.toMillis(), 1_000L) + " s";
    }

    private static HostException failure(HttpUrl url, ExecutionException e) {
        if (e.getCause() instanceof HostException known) {
            return known;
        }
        if (e.getCause() instanceof SocketTimeoutException) {
            return new HostException(
                    ErrorCode.TIMEOUT,
                    "%s sent nothing for a while, so the connection was closed. Try again later."
                            .formatted(url.hostAndPort()));
        }
        if (e.getCause() instanceof IOException broken) {
            return new HostException(
                    ErrorCode.IO_ERROR,
                    "The request to %s failed: %s."
                            .formatted(url.hostAndPort(), broken.getMessage()));
        }
        throw new IllegalStateException(e);
    }

    private Response follow(HttpUrl first, RequestHead start, int most)
            throws IOException, InterruptedException {
        HttpUrl url = first;
        RequestHead head = start;
        String source = "";
        for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
            lifetime.check();
            boolean proxied = connector.isProxied(url);
            List<InetAddress> addresses = addresses(url.host(), url.port(), source, proxied);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            try (Connection connection = connector.connect(url, addresses)) {
                HttpOne.Answer answer = exchange(connection, head, url);
                Optional<String> location = answer.head().location();
                if (location.isEmpty() || !redirects) {
                    return response(url, answer, most);
                }
                HttpUrl next = next(url, location.get());
                head = head.redirected(answer.head().status(), url, next);
                source = "%s redirects to %s. ".formatted(url, next);
                url = next;
            }
        }
        throw new HostException(
                ErrorCode.IO_ERROR,
                "%s redirects more than %d times, last to %s."
                        .formatted(first, MOST_REDIRECTS, url));
    }

    private static HttpOne.Answer exchange(Connection connection, RequestHead head, HttpUrl url)
            throws IOException {
        InputStream in = connection.socket().getInputStream();
        OutputStream out = connection.socket().getOutputStream();
        return connection.isHttpTwo()
                ? HttpTwo.exchange(head, url, in, out)
                : HttpOne.exchange(head, url, connection.target(), connection.headers(), in, out);
    }

    private static Response response(HttpUrl url, HttpOne.Answer answer, int most)
            throws IOException {
        ResponseHead head = answer.head();
        DecodedBody body = DecodedBody.read(head, answer.body(), most);
        return new Response(
                url.uri(), head.status(), head.headers(), body.bytes(), body.truncated());
    }

    private static HttpUrl next(HttpUrl url, String location) throws HostException {
        try {
            return url.resolve(location);
        } catch (HostException e) {
            throw new HostException(
                    ErrorCode.REFUSED,
                    "%s redirects to a place that is not followed. %s"
                            .formatted(url, e.getMessage()));
        }
    }

    /// The judged addresses of a host.
    ///
    /// @param source how we got there, for messages
    /// @param proxied whether a proxy may resolve what we cannot
    /// @return none if only the proxy can resolve the name
    private List<InetAddress> addresses(String host, int port, String source, boolean proxied)
            throws HostException, InterruptedException {
        return switch (grants.judge(host, port)) {
            case HostGrants.Verdict.Granted(List<InetAddress> addresses) -> addresses;
            case HostGrants.Verdict.Refused(HostAccess.Refusal why) ->
                    throw new HostException(
                            why.code(),
                            "%s%s:%d cannot be reached: %s. %s"
                                    .formatted(source, host, port, why.reason(), why.advice()));
            case HostGrants.Verdict.Unknown _ -> {
                if (proxied) {
                    yield List.of();
                }
                throw new HostException(
                        ErrorCode.UNAVAILABLE,
                        "%sThere is no host %s: its name has no address. Check the spelling, and the network of this machine."
                                .formatted(source, host));
            }
        };
    }
}
