package dev.deft.host;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Sends HTTP requests to the hosts the call may access.
public interface Network {

    /// Rejects every request.
    Network NONE =
            unused -> {
                throw new HostException(ErrorCode.UNAVAILABLE, "This host has no network.");
            };

    /// Sends a request and reads the whole response. It may be called from several threads.
    ///
    /// @param request to send
    /// @return the response, whatever its status
    /// @throws IOException if there is no response, or the call may not access the host
    /// @throws InterruptedException if the call was cancelled; the connection is then closed
    Response send(Request request) throws IOException, InterruptedException;

    /// Checks whether the call may connect to a host, by its name and by its addresses, and
    /// connects to nothing. A host that passes may lead to other addresses a moment later: only
    /// [#send] connects to the addresses it checked.
    ///
    /// @param host a name or an address
    /// @param port to connect to
    /// @throws IOException if the call may not access the host, or there is no such host
    /// @throws InterruptedException if the call was cancelled
    default void check(String host, int port) throws IOException, InterruptedException {
        throw new HostException(ErrorCode.UNAVAILABLE, "This host has no network.");
    }

    /// An HTTP request. Redirects are followed, and each target is checked like the first one.
    /// Where a redirect leads to another origin, `Authorization`, cookies and other credentials are
    /// left out.
    ///
    /// @param method such as `GET`
    /// @param url with the scheme `http` or `https`; see [HttpUrl]
    /// @param headers by name; those of the connection itself, such as `Host`, are rejected
    /// @param body to send
    /// @param maxBytes how much of the response body to read at most, after decompression
    /// @param timeout of the whole exchange, redirects included
    record Request(
            String method,
            URI url,
            Map<String, String> headers,
            Optional<Bytes> body,
            int maxBytes,
            Duration timeout) {

        /// Copies the headers.
        public Request {
            headers = Map.copyOf(headers);
        }
    }

    /// An HTTP response.
    ///
    /// @param url after redirects
    /// @param status such as 200
    /// @param headers by name, in lower case
    /// @param body the part that was read, decompressed
    /// @param truncated whether the body is longer than `maxBytes`
    record Response(
            URI url, int status, Map<String, List<String>> headers, Bytes body, boolean truncated) {

        /// Copies the headers.
        public Response {
            headers = Map.copyOf(headers);
        }

        /// {@return the first value of a header}
        ///
        /// @param name in lower case
        public Optional<String> header(String name) {
            return headers.getOrDefault(name, List.of()).stream().findFirst();
        }
    }
}
