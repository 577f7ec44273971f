package dev.deft.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A request to the proxy: a tunnel, or a single HTTP request to forward.
///
/// @param head the head to send to the host; empty for a tunnel
record ProxyRequest(String host, int port, Optional<String> head) {

    private static final int LARGEST_PORT = 65_535;

    /// Hop-by-hop headers, and those that are rewritten.
    private static final List<String> HOP_BY_HOP =
            List.of("proxy-", "connection:", "keep-alive:", "host:");

    /// Parses the head of a request.
    ///
    /// @return empty if it is not a valid proxy request
    static Optional<ProxyRequest> parse(String head) {
        List<String> lines = List.of(head.split("\r\n", -1));
        String[] first = lines.getFirst().split(" ", -1);
        if (first.length != 3 || !first[2].startsWith("HTTP/1.")) {
            return Optional.empty();
        }
        return first[0].equals("CONNECT")
                ? authority(first[1], Optional.empty())
                        .map(it -> new ProxyRequest(it.host, it.port, Optional.empty()))
                : forwarded(first, lines);
    }

    private static Optional<ProxyRequest> forwarded(String[] first, List<String> lines) {
        String scheme = "http://";
        if (!first[1].toLowerCase(Locale.ROOT).startsWith(scheme)) {
            return Optional.empty();
        }
        String rest = first[1].substring(scheme.length());
        int slash = rest.indexOf('/');
        int query = rest.indexOf('?');
        int end = slash < 0 ? rest.length() : slash;
        end = query < 0 ? end : Math.min(end, query);
        String authority = rest.substring(0, end);
        String path = rest.startsWith("/", end) ? rest.substring(end) : "/" + rest.substring(end);
        return authority(authority, Optional.of(80))
                .map(it ->
                        new ProxyRequest(
                                it.host,
                                it.port,
                                Optional.of(head(first[0], path, authority, lines))));
    }

    private static String head(String method, String path, String authority, List<String> lines) {
        List<String> out = new ArrayList<>();
        out.add(method + " " + path + " HTTP/1.1");
        out.add("Host: " + authority);
        out.add("Connection: close");
        for (String line : lines.subList(1, lines.size())) {
            String lower = line.toLowerCase(Locale.ROOT);
            if (!line.isEmpty() && HOP_BY_HOP.stream().noneMatch(lower::startsWith)) {
                out.add(line);
            }
        }
        return String.join("\r\n", out) + "\r\n\r\n";
    }

    private record Authority(String host, int port) {}

    /// Parses `host:port`; the port may be missing only if there is a default.
    private static Optional<Authority> authority(String authority, Optional<Integer> usual) {
        int colon = authority.endsWith("]") ? -1 : authority.lastIndexOf(':');
        String host = colon < 0 ? authority : authority.substring(0, colon);
        Optional<Integer> port = colon < 0 ? usual : port(authority.substring(colon + 1));
        return host.isEmpty() || !host.chars().allMatch(ProxyRequest::ofAHost)
                ? Optional.empty()
                : port.map(it -> new Authority(host.toLowerCase(Locale.ROOT), it));
    }

    private static boolean ofAHost(int c) {
        return c < 128 && (Character.isLetterOrDigit(c) || ".-_:[]".indexOf(c) >= 0);
    }

    private static Optional<Integer> port(String digits) {
        boolean plain =
                !digits.isEmpty()
                        && digits.length() <= 5
                        && digits.chars().allMatch(it -> it >= '0' && it <= '9');
        return plain
                ? Optional.of(Integer.parseInt(digits)).filter(it -> it > 0 && it <= LARGEST_PORT)
                : Optional.empty();
    }
}
