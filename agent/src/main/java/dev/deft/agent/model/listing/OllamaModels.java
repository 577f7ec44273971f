package dev.deft.agent.model.listing;

import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.http.ServerDocuments;
import dev.deft.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What Ollama says about its models. Its window depends on the model, the server and the memory of
/// the graphics card; only a model in memory has one for certain.
final class OllamaModels {

    /// Models beyond these are listed without details.
    private static final int MOST = 50;

    private static final Pattern NUM_CTX = Pattern.compile("(?m)^num_ctx\\s+(\\d{1,9})\\s*$");

    private final ServerDocuments documents;

    OllamaModels(ServerDocuments documents) {
        this.documents = documents;
    }

    List<ListedModel> describe(List<ListedModel> models) throws InterruptedException {
        Map<String, OptionalInt> loaded = loaded();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads
                    .invokeAll(
                            models.stream()
                                    .limit(MOST)
                                    .<Callable<ListedModel>>map(it -> () -> describe(it, loaded))
                                    .toList())
                    .stream()
                    .map(Future::resultNow)
                    .toList();
        }
    }

    private Map<String, OptionalInt> loaded() throws InterruptedException {
        Map<String, OptionalInt> windows = new LinkedHashMap<>();
        try {
            for (Json item : Lenient.items(documents.get("/api/ps"), "models")) {
                if (item instanceof Json.Obj it) {
                    it.text("model")
                            .ifPresent(name ->
                                    windows.put(name, Lenient.tokens(it, "context_length")));
                }
            }
        } catch (ModelException _) {
            // An older version; the window is not known then.
        }
        return windows;
    }

    private ListedModel describe(ListedModel model, Map<String, OptionalInt> loaded)
            throws InterruptedException {
        OptionalInt inForce = loaded.getOrDefault(model.id(), OptionalInt.empty());
        try {
            Json shown = documents.post("/api/show", Json.Obj.EMPTY.with("model", model.id()));
            Json.Obj details = shown instanceof Json.Obj it ? it : Json.Obj.EMPTY;
            return model.withWindow(
                            inForce.isPresent() ? inForce : configured(details),
                            supported(Lenient.object(details, "model_info")))
                    .withSuitable(
                            model.suitable() && !Lenient.lacks(details, "capabilities", "tools"));
        } catch (ModelException _) {
            return model.withWindow(inForce, OptionalInt.empty());
        }
    }

    private static OptionalInt configured(Json.Obj details) {
        Matcher found = NUM_CTX.matcher(details.text("parameters").orElse(""));
        return found.find()
                ? Lenient.tokens(
                        Json.Obj.EMPTY.with("num_ctx", new Json.Num(found.group(1))), "num_ctx")
                : OptionalInt.empty();
    }

    /// The field begins with the name of the architecture.
    private static OptionalInt supported(Json.Obj info) {
        Optional<String> architecture = info.text("general.architecture");
        return architecture.isPresent()
                ? Lenient.tokens(info, architecture.get() + ".context_length")
                : OptionalInt.empty();
    }
}
