package dev.deft.agent.model.listing;

import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.http.ServerDocuments;
import dev.deft.agent.model.openai.OpenAiWire;
import dev.deft.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Asks one server on this machine what it is and which models it has. What it answers is foreign:
/// bounded, and believed only where it has the form of a list of models.
final class ServerProbe {

    /// The most bytes of an answer.
    private static final int MAX_BYTES = 4 << 20;

    private final String origin;
    private final String path;
    private final ModelSettings settings;

    /// @param origin scheme, host and port
    /// @param path of the base URL
    ServerProbe(String origin, String path, ModelSettings settings) {
        this.origin = origin;
        this.path = path;
        this.settings = settings;
    }

    static ServerProbe withoutKey(int port, String path) {
        String origin = "http://127.0.0.1:" + port;
        return new ServerProbe(
                origin,
                path,
                new ModelSettings(
                        "openai",
                        "",
                        origin,
                        Optional.empty(),
                        ModelSettings.Auth.BEARER,
                        "",
                        Map.of(),
                        ModelSettings.Retries.DEFAULT,
                        ModelSettings.Route.DIRECT));
    }

    /// The server with its models; empty if it is no model server.
    Optional<LocalServer> identify() throws InterruptedException {
        try (var documents = open()) {
            Json document = documents.get(path + "/models");
            if (!OpenAiList.isCertain(document)) {
                return Optional.empty();
            }
            List<ListedModel> models = OpenAiList.read(document).models();
            return Optional.of(
                    switch (OpenAiList.owner(document)) {
                        case "vllm" -> server("vLLM", models);
                        case "sglang" -> server("SGLang", models);
                        case "docker" -> server("Docker Model Runner", models);
                        case "llamacpp" -> server("llama.cpp", inForce(models, documents));
                        default -> byItsOwnInterface(documents, models);
                    });
        } catch (ModelException _) {
            return Optional.empty();
        }
    }

    private ServerDocuments open() {
        var rooted =
                new ModelSettings(
                        settings.wire(),
                        "",
                        origin,
                        settings.key(),
                        settings.auth(),
                        settings.version(),
                        settings.headers(),
                        settings.retries(),
                        settings.route());
        return new ServerDocuments(
                origin, rooted, new OpenAiWire(rooted, () -> ""), MAX_BYTES, LocalServers.TIME);
    }

    private LocalServer server(String name, List<ListedModel> models) {
        return new LocalServer(name, origin + path, models);
    }

    private LocalServer byItsOwnInterface(ServerDocuments documents, List<ListedModel> models)
            throws InterruptedException {
        Optional<Json> tags = find(documents, "/api/tags");
        if (tags.isPresent()
                && tags.get() instanceof Json.Obj it
                && it.find("models").isPresent()
                && find(documents, "/api/version").isPresent()) {
            return server("Ollama", new OllamaModels(documents).describe(models));
        }
        Optional<Json> own = find(documents, "/api/v0/models").filter(OpenAiList::isCertain);
        return own.isPresent()
                ? server("LM Studio", described(models, own.get()))
                : server("OpenAI-compatible server", models);
    }

    /// llama.cpp divides its window among its slots, and reports the share of each.
    private static List<ListedModel> inForce(List<ListedModel> models, ServerDocuments documents)
            throws InterruptedException {
        OptionalInt window =
                find(documents, "/props")
                        .map(it -> Lenient.object(it, "default_generation_settings"))
                        .map(it -> Lenient.tokens(it, "n_ctx"))
                        .orElse(OptionalInt.empty());
        // With several models, /props speaks of the router and not of one of them.
        return models.size() == 1
                ? List.of(models.getFirst().withWindow(window, OptionalInt.empty()))
                : models;
    }

    /// Adds what LM Studio says in its own list.
    private static List<ListedModel> described(List<ListedModel> models, Json own) {
        Map<String, Json.Obj> byId =
                Lenient.items(own, "data").stream()
                        .map(Json.Obj.class::cast)
                        .collect(
                                Collectors.toMap(
                                        it -> it.text("id").orElseThrow(),
                                        Function.identity(),
                                        (first, _) -> first));
        return models.stream()
                .map(it -> described(it, byId.getOrDefault(it.id(), Json.Obj.EMPTY)))
                .toList();
    }

    private static ListedModel described(ListedModel model, Json.Obj own) {
        boolean embeds = own.text("type").filter("embeddings"::equals).isPresent();
        return model.withWindow(
                        Lenient.tokens(own, "loaded_context_length"),
                        Lenient.tokens(own, "max_context_length"))
                .withSuitable(model.suitable() && !embeds);
    }

    private static Optional<Json> find(ServerDocuments documents, String path)
            throws InterruptedException {
        try {
            return Optional.of(documents.get(path));
        } catch (ModelException _) {
            return Optional.empty();
        }
    }
}
