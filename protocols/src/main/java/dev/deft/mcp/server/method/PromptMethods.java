package dev.deft.mcp.server.method;

import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.PromptEntry;
import dev.deft.mcp.server.feature.PromptProvider;
import dev.deft.mcp.server.feature.PromptText;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The requests about prompts.
///
/// @param providers the first one that has a prompt answers
record PromptMethods(List<PromptProvider> providers) {

    PromptMethods {
        providers = List.copyOf(providers);
    }

    Json.Obj list(Json.Obj params) throws RpcException, IOException {
        return Listing.page(
                "prompts", entries().values().stream().map(PromptEntry::json).toList(), params);
    }

    /// A name that two providers have is that of the first.
    Map<String, PromptEntry> entries() throws IOException {
        Map<String, PromptEntry> all = new LinkedHashMap<>();
        for (PromptProvider provider : providers) {
            provider.list().forEach(it -> all.putIfAbsent(it.name(), it));
        }
        return all;
    }

    Json.Obj get(Json.Obj params, Exchange exchange)
            throws RpcException, IOException, InterruptedException {
        String name =
                params.text("name")
                        .orElseThrow(() ->
                                RpcException.invalidParams("The field name must be a string."));
        Map<String, String> arguments = arguments(params);
        requireArguments(name, arguments);
        for (PromptProvider it : providers) {
            Optional<PromptText> found = found(it, name, arguments, exchange);
            if (found.isPresent()) {
                return found.get().json();
            }
        }
        throw RpcException.invalidParams("There is no prompt %s.".formatted(name));
    }

    private static Optional<PromptText> found(
            PromptProvider provider, String name, Map<String, String> arguments, Exchange exchange)
            throws RpcException, IOException, InterruptedException {
        try {
            return provider.get(name, arguments, exchange);
        } catch (HostException e) {
            throw RpcException.invalidParams(String.valueOf(e.getMessage()));
        }
    }

    private void requireArguments(String name, Map<String, String> given)
            throws RpcException, IOException {
        PromptEntry entry = entries().get(name);
        if (entry == null) {
            return;
        }
        for (PromptEntry.Argument it : entry.arguments()) {
            if (it.required() && !given.containsKey(it.name())) {
                throw RpcException.invalidParams(
                        "The prompt %s needs the argument %s.".formatted(name, it.name()));
            }
        }
    }

    private static Map<String, String> arguments(Json.Obj params) throws RpcException {
        Json given = params.find("arguments").orElse(Json.Obj.EMPTY);
        if (!(given instanceof Json.Obj object)) {
            throw RpcException.invalidParams("The field arguments must be an object.");
        }
        Map<String, String> arguments = new LinkedHashMap<>();
        for (Map.Entry<String, Json> it : object.fields().entrySet()) {
            if (!(it.getValue() instanceof Json.Str(String value))) {
                throw RpcException.invalidParams(
                        "The argument %s must be a string.".formatted(it.getKey()));
            }
            arguments.put(it.getKey(), value);
        }
        return arguments;
    }

    List<String> complete(String prompt, String argument, String begun) throws IOException {
        for (PromptProvider it : providers) {
            Optional<List<String>> values = it.complete(prompt, argument, begun);
            if (values.isPresent()) {
                return values.get();
            }
        }
        return List.of();
    }
}
