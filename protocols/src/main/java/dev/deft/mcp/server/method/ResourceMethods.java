package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.mcp.server.feature.ResourceContent;
import dev.deft.mcp.server.feature.ResourceEntry;
import dev.deft.mcp.server.feature.ResourceProvider;
import dev.deft.mcp.server.feature.ResourceTemplate;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The requests about resources.
///
/// @param providers the first one that has a resource answers
record ResourceMethods(List<ResourceProvider> providers) {

    ResourceMethods {
        providers = List.copyOf(providers);
    }

    Json.Obj list(Json.Obj params, Exchange exchange)
            throws RpcException, IOException, InterruptedException {
        List<Json.Obj> all = new ArrayList<>();
        for (ResourceProvider it : providers) {
            it.list(exchange).stream().map(ResourceEntry::json).forEach(all::add);
        }
        return Listing.page("resources", all, params);
    }

    Json.Obj templates(Json.Obj params) throws RpcException {
        List<Json.Obj> all =
                providers.stream()
                        .flatMap(it -> it.templates().stream())
                        .map(ResourceTemplate::json)
                        .toList();
        return Listing.page("resourceTemplates", all, params);
    }

    Json.Obj read(Json.Obj params, Exchange exchange)
            throws RpcException, IOException, InterruptedException {
        String uri = uri(params);
        for (ResourceProvider it : providers) {
            Optional<List<ResourceContent>> found = it.read(uri, exchange);
            if (found.isPresent()) {
                return Json.Obj.EMPTY.with(
                        "contents",
                        new Json.Arr(
                                found.get().stream().<Json>map(ResourceContent::json).toList()));
            }
        }
        throw new RpcException(
                RpcError.of(
                                exchange.revision().stateless()
                                        ? RpcError.INVALID_PARAMS
                                        : ErrorCodes.RESOURCE_NOT_FOUND,
                                "There is no resource %s.".formatted(uri))
                        .with(Json.Obj.EMPTY.with("uri", uri)));
    }

    static String uri(Json.Obj params) throws RpcException {
        return params.text("uri")
                .orElseThrow(() -> RpcException.invalidParams("The field uri must be a string."));
    }

    /// A text that changes when a resource does.
    Optional<String> version(String uri) {
        for (ResourceProvider it : providers) {
            Optional<String> version = it.version(uri);
            if (version.isPresent()) {
                return version;
            }
        }
        return Optional.empty();
    }

    List<String> complete(String template, String variable, String begun)
            throws IOException, InterruptedException {
        for (ResourceProvider it : providers) {
            Optional<List<String>> values = it.complete(template, variable, begun);
            if (values.isPresent()) {
                return values.get();
            }
        }
        return List.of();
    }
}
