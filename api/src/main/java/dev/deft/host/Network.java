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

    Response send(Request request) throws IOException, InterruptedException;

    /// What to ask for. Redirects are followed, and each is checked like the first address.
    record Request(
            String method,
            URI url,
            Map<String, String> headers,
            Optional<Bytes> body,
            int mostBytes) {

        public Request {
            headers = Map.copyOf(headers);
        }
    }

    /// What came back.
    ///
    /// @param cut whether the body was longer than the request allowed
    record Response(
            URI url, int status, Map<String, List<String>> headers, Bytes body, boolean cut) {

        public Response {
            headers = Map.copyOf(headers);
        }
    }
}
