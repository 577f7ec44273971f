package dev.deft.engine.web;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.SearchSettings;
import dev.deft.agent.config.Trust;
import dev.deft.codec.JsonText;
import dev.deft.tools.web.search.ApiKey;
import dev.deft.tools.web.search.SearchProvider;
import dev.deft.tools.web.search.SearchProvider.Access;
import dev.deft.tools.web.search.SearchProvider.Service;
import dev.deft.tools.web.search.SearchSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The search services that the settings name.
///
/// @param services those that can be used
/// @param problems of the others, and of the files, a sentence each
public record SearchServices(
        List<Access> services, SearchSetup.Bounds limits, List<String> problems) {

    /// The variable with the key of a service whose settings name none.
    private static final String USUAL_KEY = "WEB_SEARCH_API_KEY";

    public SearchServices {
        services = List.copyOf(services);
        problems = List.copyOf(problems);
    }

    /// Reads the settings.
    ///
    /// @throws IOException when they are invalid
    public static SearchServices read(
            Path root, Map<String, String> environment, String dialect, Trust trust)
            throws IOException {
        Configuration read = Configuration.ofSearch(root, environment, dialect, trust);
        SearchSettings settings = read.settings().search();
        List<Access> services = new ArrayList<>();
        List<String> problems = new ArrayList<>(read.warnings());
        for (String name : names(settings)) {
            SearchSettings.Service given = settings.providers().get(name);
            Optional<Service> service = Service.named(name);
            if (given == null || service.isEmpty()) {
                problems.add(
                        "web_search.provider is %s, which is not a search service; the services are %s."
                                .formatted(name, known()));
                continue;
            }
            Optional<String> missing = missing(service.get(), given);
            if (missing.isPresent()) {
                problems.add(missing.get());
            } else {
                services.add(access(service.get(), given, environment));
            }
        }
        var limits =
                new SearchSetup.Bounds(
                        settings.maxResults(),
                        settings.calls(),
                        Duration.ofMillis(settings.timeoutMillis()));
        return new SearchServices(services, limits, problems);
    }

    private static List<String> names(SearchSettings settings) {
        return settings.provider().map(List::of).orElse(List.copyOf(settings.providers().keySet()));
    }

    private static String known() {
        List<String> names = new ArrayList<>();
        for (Service it : Service.values()) {
            names.add(it.wire());
        }
        return String.join(", ", names);
    }

    private static Optional<String> missing(Service service, SearchSettings.Service given) {
        if (service.address().isEmpty() && given.baseUrl().isEmpty()) {
            return Optional.of(
                    "web_search.providers.%s needs a base_url, the address of the instance."
                            .formatted(service.wire()));
        }
        if (service == Service.GOOGLE && given.engine().isEmpty()) {
            return Optional.of(
                    "web_search.providers.google needs an engine, the id of the search engine.");
        }
        return Optional.empty();
    }

    private static Access access(
            Service service, SearchSettings.Service given, Map<String, String> environment) {
        Optional<String> variable =
                given.keyVariable()
                        .or(() -> service.needsKey() ? Optional.of(USUAL_KEY) : Optional.empty());
        return new Access(
                service,
                given.baseUrl().orElse(service.address()),
                variable.isPresent()
                        ? ApiKey.of(variable.get(), environment.getOrDefault(variable.get(), ""))
                        : ApiKey.NONE,
                given.engine());
    }

    /// The setup of a session.
    ///
    /// @throws IOException if an address is not a URL
    public SearchSetup of(String sessionId) throws IOException {
        return SearchSetup.of(services, sessionId, limits, new JsonText());
    }

    /// Whether everything that is configured can be used.
    public boolean isComplete() {
        return problems.isEmpty() && services.stream().noneMatch(it -> it.key().isMissing());
    }

    /// Each service with its host and its key, by name.
    public List<String> described() throws IOException {
        List<String> described = new ArrayList<>();
        for (Access access : services) {
            String host = SearchProvider.of(access, new JsonText()).endpoint().hostAndPort();
            String key =
                    access.key().variable().isEmpty()
                            ? ""
                            : ", key in %s%s"
                                    .formatted(
                                            access.key().variable(),
                                            access.key().isMissing() ? ", which is not set" : "");
            described.add("%s at %s%s".formatted(access.service().wire(), host, key));
        }
        return described;
    }
}
