package dev.deft.agent.model.listing;

import dev.deft.agent.config.Price;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/// The list of models of servers that are compatible with OpenAI. Many add windows and prices, each
/// in fields of its own.
///
/// @param unusable how many entries have no name that can be shown
record OpenAiList(List<ListedModel> models, int unusable) {

    /// More than any provider has.
    static final int MOST_MODELS = 20_000;

    private static final double MILLION = 1_000_000;

    /// Types of models that are not for chats, at Together and LM Studio.
    private static final Set<String> OTHER_TYPES =
            Set.of("embedding", "embeddings", "image", "video", "audio", "moderation", "rerank");

    OpenAiList {
        models = List.copyOf(models);
    }

    /// Reads a list, which is in `data`, in `models`, or the document itself.
    static OpenAiList read(Json document) {
        List<Json> all =
                document instanceof Json.Arr(List<Json> bare)
                        ? bare
                        : Lenient.items(document, "data").isEmpty()
                                ? Lenient.items(document, "models")
                                : Lenient.items(document, "data");
        List<ListedModel> models = new ArrayList<>();
        int unusable = 0;
        for (Json item : all.subList(0, Math.min(MOST_MODELS, all.size()))) {
            Optional<String> id =
                    item instanceof Json.Obj it
                            ? it.text("id").filter(ModelNames::isUsable)
                            : Optional.empty();
            if (id.isPresent()) {
                models.add(model(id.get(), (Json.Obj) item));
            } else {
                unusable++;
            }
        }
        return new OpenAiList(models, unusable);
    }

    /// Whether a document is such a list beyond doubt. A program that happens to answer with other
    /// JSON is no model server.
    static boolean isCertain(Json document) {
        return document instanceof Json.Obj it
                && it.text("object").equals(Optional.of("list"))
                && it.find("data").isPresent()
                && Lenient.items(it, "data").stream().allMatch(OpenAiList::isModel);
    }

    private static boolean isModel(Json item) {
        return item instanceof Json.Obj it
                && it.text("object").equals(Optional.of("model"))
                && it.text("id").isPresent();
    }

    /// Who owns the first model; many servers name themselves here.
    static String owner(Json document) {
        return Lenient.items(document, "data").stream()
                .findFirst()
                .flatMap(it ->
                        it instanceof Json.Obj item ? item.text("owned_by") : Optional.empty())
                .orElse("");
    }

    private static ListedModel model(String id, Json.Obj json) {
        Json.Obj router = Lenient.object(json, "top_provider");
        OptionalInt output =
                Lenient.tokens(
                        json, "max_completion_tokens", "max_output_tokens", "output_token_limit");
        return new ListedModel(
                id,
                Lenient.tokens(
                        json,
                        "context_length",
                        "context_window",
                        "max_model_len",
                        "max_context_length"),
                Lenient.tokens(Lenient.object(json, "meta"), "n_ctx_train"),
                output.isPresent() ? output : Lenient.tokens(router, "max_completion_tokens"),
                price(Lenient.object(json, "pricing")),
                isSuitable(id, json));
    }

    /// Prices for each token, as OpenRouter has them in text, or for a million, as Together has
    /// them.
    private static Optional<Price> price(Json.Obj json) {
        boolean forOne = json.find("prompt").isPresent();
        OptionalDouble input = Lenient.amount(json, forOne ? "prompt" : "input");
        OptionalDouble output = Lenient.amount(json, forOne ? "completion" : "output");
        if (input.isEmpty() || output.isEmpty()) {
            return Optional.empty();
        }
        double factor = forOne ? MILLION : 1;
        double read = Lenient.amount(json, "input_cache_read").orElse(input.getAsDouble());
        double write = Lenient.amount(json, "input_cache_write").orElse(input.getAsDouble());
        return Optional.of(
                new Price(
                        rounded(input.getAsDouble() * factor),
                        rounded(output.getAsDouble() * factor),
                        rounded(read * factor),
                        rounded(write * factor)));
    }

    /// Multiplication leaves digits that no price has.
    private static double rounded(double dollars) {
        return Math.round(dollars * MILLION) / MILLION;
    }

    private static boolean isSuitable(String id, Json.Obj json) {
        Json.Obj capabilities = Lenient.object(json, "capabilities");
        boolean denied =
                Lenient.isFalse(capabilities, "completion_chat")
                        || Lenient.isFalse(capabilities, "function_calling")
                        || Lenient.lacks(json, "supported_parameters", "tools")
                        || Lenient.lacks(
                                Lenient.object(json, "architecture"), "output_modalities", "text")
                        || json.text("type").filter(OTHER_TYPES::contains).isPresent();
        return !denied && ModelNames.chats(id);
    }
}
