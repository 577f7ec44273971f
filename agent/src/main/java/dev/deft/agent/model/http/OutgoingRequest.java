package dev.deft.agent.model.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/// A request to a model server. Its headers have been checked.
///
/// @param headers without those that belong to the connection
/// @param proxyAuthorization the header of that name, which only a proxy may see
record OutgoingRequest(
        String method,
        URI address,
        Map<String, String> headers,
        Optional<String> proxyAuthorization,
        RequestBody body) {

    /// The same request with another body.
    OutgoingRequest with(RequestBody other) {
        return new OutgoingRequest(method, address, headers, proxyAuthorization, other);
    }

    /// The first line and the headers in HTTP/1.1.
    ///
    /// @param proxied whether it goes to a proxy, which needs the whole address
    byte[] head(boolean proxied) {
        var text = new StringBuilder(512).append(method).append(' ');
        if (proxied) {
            text.append(address.getScheme()).append("://").append(authority());
        }
        text.append(target()).append(" HTTP/1.1\r\nHost: ").append(authority()).append("\r\n");
        for (Map.Entry<String, String> header : headers.entrySet()) {
            line(text, header.getKey(), header.getValue());
        }
        if (proxied && proxyAuthorization.isPresent()) {
            line(text, "Proxy-Authorization", proxyAuthorization.get());
        }
        if (method.equals("POST")) {
            line(text, "Content-Length", Long.toString(body.length()));
        }
        return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(value).append("\r\n");
    }

    private String authority() {
        return address.getPort() < 0
                ? address.getHost()
                : address.getHost() + ":" + address.getPort();
    }

    private String target() {
        String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        return address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
    }
}
