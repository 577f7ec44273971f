package dev.deft.agent.model.listing;

import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.http.ServerDocuments;
import dev.deft.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The list of models of Anthropic, which comes in pages.
final class AnthropicList {

    private static final String PATH = "/v1/models?limit=1000";

    private AnthropicList() {}

    /// Reads all pages. A server that repeats itself gets no further request.
    static OpenAiList read(ServerDocuments documents) throws ModelException, InterruptedException {
        List<ListedModel> models = new ArrayList<>();
        Set<String> cursors = new HashSet<>();
        int unusable = 0;
        Optional<String> after = Optional.of("");
        while (after.isPresent() && models.size() < OpenAiList.MOST_MODELS) {
            Json page = documents.get(PATH + after.get());
            for (Json item : Lenient.items(page, "data")) {
                Optional<ListedModel> model = model(item);
                model.ifPresent(models::add);
                unusable += model.isPresent() ? 0 : 1;
            }
            after = next(page).filter(cursors::add).map(AnthropicList::cursor);
        }
        return new OpenAiList(models, unusable);
    }

    private static Optional<String> next(Json page) {
        boolean more =
                page instanceof Json.Obj it
                        && it.find("has_more").equals(Optional.of(new Json.Bool(true)));
        return more ? ((Json.Obj) page).text("last_id") : Optional.empty();
    }

    private static String cursor(String id) {
        return "&after_id=" + URLEncoder.encode(id, StandardCharsets.UTF_8);
    }

    private static Optional<ListedModel> model(Json item) {
        if (!(item instanceof Json.Obj it)) {
            return Optional.empty();
        }
        return it.text("id")
                .filter(ModelNames::isUsable)
                .map(id ->
                        new ListedModel(
                                id,
                                Lenient.tokens(it, "max_input_tokens"),
                                OptionalInt.empty(),
                                Lenient.tokens(it, "max_tokens"),
                                Optional.empty(),
                                true));
    }
}
