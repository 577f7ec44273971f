package dev.deft.tools.web;

import dev.deft.host.Bytes;
import dev.deft.host.Network;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A network with one page, which answers every request and keeps the requests.
final class Site implements Network {

    static final String ADDRESS = "https://example.org/docs/page.html";

    private final int status;
    private final Optional<String> contentType;
    private final Bytes body;
    private final List<Request> requests = new ArrayList<>();

    private Site(int status, Optional<String> contentType, Bytes body) {
        this.status = status;
        this.contentType = contentType;
        this.body = body;
    }

    static Site of(String contentType, Bytes body) {
        return new Site(200, Optional.of(contentType), body);
    }

    static Site of(String contentType, String body) {
        return of(contentType, Bytes.of(body));
    }

    static Site untyped(Bytes body) {
        return new Site(200, Optional.empty(), body);
    }

    Site failing(int status) {
        return new Site(status, contentType, body);
    }

    List<Request> requests() {
        return requests;
    }

    @Override
    public Response send(Request request) {
        requests.add(request);
        return new Response(
                URI.create(request.url().toString()),
                status,
                contentType.isPresent()
                        ? Map.of("content-type", List.of(contentType.get()))
                        : Map.of(),
                body.part(0, request.maxBytes()),
                body.size() > request.maxBytes());
    }
}
