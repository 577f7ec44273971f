package dev.deft.host;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Outbound HTTP, to the hosts the call may reach.
public interface Network {

    /// For hosts without a network.
    Network NONE =
            unused -> {
                throw new HostException(ErrorCode.UNAVAILABLE, "This host has no network.");
            };

    /// Sends a request and waits for all of the answer. May be called from several threads.
    ///
    /// @param request what to ask for
    /// @return what came back, whatever its status
    /// @throws IOException when there is no answer, or the call may not reach the host
    /// @throws InterruptedException when the call was cancelled; the connection is then closed
    Response send(Request request) throws IOException, InterruptedException;

    /// What to ask for. Redirects are followed, and each is checked like the first address.
    ///
    /// @param method such as `GET`
    /// @param url with the scheme `http` or `https`
    /// @param headers further ones, by name
    /// @param body what to send
    /// @param mostBytes how much of the answer to read at most
    record Request(
            String method,
            URI url,
            Map<String, String> headers,
            Optional<Bytes> body,
            int maxBytes) {

        /// Copies the headers.
        public Request {
            headers = Map.copyOf(headers);
        }
    }

    /// What came back.
    ///
    /// @param url the address that answered, after redirects
    /// @param status such as 200
    /// @param headers by name
    /// @param body as far as it was read
    /// @param cut whether the body was longer than the request allowed
    record Response(
            URI url, int status, Map<String, List<String>> headers, Bytes body, boolean truncated) {

        /// Copies the headers.
        public Response {
            headers = Map.copyOf(headers);
        }
    }
}
