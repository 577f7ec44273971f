package dev.deft.agent.model.listing;

import dev.deft.agent.config.Price;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Keeps the lists of servers in the user's cache directory, so that a run knows the windows and
/// prices without asking. A list is kept for a week.
public final class ListCache {

    /// How long a list is used.
    public static final Duration AGE = Duration.ofDays(7);

    private final Path directory;
    private final InstantSource clock;

    /// @param directory the user's cache directory
    public ListCache(Path directory, InstantSource clock) {
        this.directory = directory.resolve("models");
        this.clock = clock;
    }

    /// A list as it was at some time.
    ///
    /// @param models by their ids, in the order of the list
    public record Kept(Instant at, Map<String, ListedModel> models) {}

    /// Keeps the list of a server.
    public void keep(String baseUrl, List<ListedModel> models) throws IOException {
        Files.createDirectories(directory);
        List<Json> all = new ArrayList<>();
        models.forEach(it -> all.add(written(it)));
        Json.Obj document =
                Json.Obj.EMPTY
                        .with("base_url", BaseUrls.normalized(baseUrl))
                        .with("at", clock.instant().toString())
                        .with("models", new Json.Arr(all));
        Path temporary = Files.createTempFile(directory, "list", ".tmp");
        try {
            Files.writeString(temporary, JsonText.write(document));
            Files.move(temporary, file(baseUrl), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /// {@return the list of a server, if it was kept within the last week}
    public Optional<Kept> find(String baseUrl) {
        Path file = file(baseUrl);
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > ProviderLists.MAX_BYTES) {
                return Optional.empty();
            }
            Json.Obj document = JsonText.parseObject(Files.readString(file));
            if (!document.text("base_url").equals(Optional.of(BaseUrls.normalized(baseUrl)))) {
                return Optional.empty();
            }
            Instant at = Instant.parse(document.text("at").orElse(""));
            boolean isRecent =
                    !at.isAfter(clock.instant()) && at.plus(AGE).isAfter(clock.instant());
            return isRecent ? Optional.of(new Kept(at, models(document))) : Optional.empty();
        } catch (JsonSyntaxException | DateTimeException _) {
            // Whatever wrote this, the next list replaces it.
            return Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// {@return what a server said about one of its models}
    public Optional<ListedModel> find(String baseUrl, String id) {
        return find(baseUrl).flatMap(it -> Optional.ofNullable(it.models().get(id)));
    }

    private Path file(String baseUrl) {
        return directory.resolve(BaseUrls.fileName(baseUrl));
    }

    private static Json written(ListedModel model) {
        Json.Obj json = Json.Obj.EMPTY.with("id", model.id());
        json = with(json, "context", model.context());
        json = with(json, "largest", model.largest());
        json = with(json, "max_output", model.maxOutput());
        if (model.price().isPresent()) {
            Price price = model.price().get();
            json =
                    json.with(
                            "price",
                            Json.Obj.EMPTY
                                    .with("input", Json.Num.of(price.input()))
                                    .with("output", Json.Num.of(price.output()))
                                    .with("cache_read", Json.Num.of(price.cacheRead()))
                                    .with("cache_write", Json.Num.of(price.cacheWrite())));
        }
        return json.with("suitable", new Json.Bool(model.suitable()));
    }

    private static Json.Obj with(Json.Obj json, String name, OptionalInt count) {
        return count.isPresent() ? json.with(name, Json.Num.of(count.getAsInt())) : json;
    }

    private static Map<String, ListedModel> models(Json.Obj document) {
        Map<String, ListedModel> models = new LinkedHashMap<>();
        for (Json item : Lenient.items(document, "models")) {
            if (item instanceof Json.Obj it) {
                it.text("id")
                        .filter(ModelNames::isUsable)
                        .ifPresent(id -> models.put(id, model(id, it)));
            }
        }
        return models;
    }

    private static ListedModel model(String id, Json.Obj json) {
        Json.Obj price = Lenient.object(json, "price");
        return new ListedModel(
                id,
                Lenient.tokens(json, "context"),
                Lenient.tokens(json, "largest"),
                Lenient.tokens(json, "max_output"),
                price.fields().isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new Price(
                                        Lenient.amount(price, "input").orElse(0),
                                        Lenient.amount(price, "output").orElse(0),
                                        Lenient.amount(price, "cache_read").orElse(0),
                                        Lenient.amount(price, "cache_write").orElse(0))),
                !Lenient.isFalse(json, "suitable"));
    }
}
