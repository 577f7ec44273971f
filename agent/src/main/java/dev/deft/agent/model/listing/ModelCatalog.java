package dev.deft.agent.model.listing;

import dev.deft.agent.config.ConfigException;
import dev.deft.agent.config.Settings;
import dev.deft.agent.model.ModelSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;

/// All models that can be used from here: those of the configured providers, and those of servers
/// on this machine.
///
/// @param providers the answer of each provider that has a key or an address of its own
/// @param local servers that run on this machine, without those that are configured as providers
/// @param notices about what went wrong beside the lists, a sentence each
public record ModelCatalog(
        List<ProviderList> providers, List<LocalServer> local, List<String> notices) {

    public ModelCatalog {
        providers = List.copyOf(providers);
        local = List.copyOf(local);
        notices = List.copyOf(notices);
    }

    /// {@return what providers and servers say now}
    ///
    /// What they say is kept, so that runs know it.
    ///
    /// @param time how long a provider may take
    /// @throws ConfigException when the ports of local servers are set to nonsense
    public static ModelCatalog ask(
            Settings settings, Map<String, String> environment, ListCache cache, Duration time)
            throws ConfigException, InterruptedException {
        var servers = LocalServers.from(environment);
        List<ProviderList> mistaken = new ArrayList<>();
        List<ModelSettings> reachable = reachable(settings, environment, mistaken);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<LocalServer>> finding = threads.submit(servers::find);
            List<ProviderList> lists = new ArrayList<>();
            List<ProviderList> answers = new ProviderLists(time).ask(reachable);
            for (int i = 0; i < answers.size(); i++) {
                lists.add(withWindows(answers.get(i), reachable.get(i)));
            }
            lists.addAll(mistaken);
            List<LocalServer> local =
                    result(finding).stream()
                            .filter(it -> reachable.stream().noneMatch(to -> it.isAt(to.baseUrl())))
                            .toList();
            return new ModelCatalog(lists, local, keep(lists, local, cache));
        }
    }

    /// {@return what providers said within the last week}
    public static ModelCatalog kept(
            Settings settings, Map<String, String> environment, ListCache cache) {
        List<ProviderList> lists = new ArrayList<>();
        for (ModelSettings provider : reachable(settings, environment, lists)) {
            cache.find(provider.baseUrl())
                    .ifPresent(it ->
                            lists.add(
                                    new ProviderList.Listed(
                                            provider.wire(),
                                            provider.baseUrl(),
                                            List.copyOf(it.models().values()),
                                            0)));
        }
        return new ModelCatalog(lists, List.of(), List.of());
    }

    private static List<ModelSettings> reachable(
            Settings settings, Map<String, String> environment, List<ProviderList> mistaken) {
        List<ModelSettings> all = new ArrayList<>();
        settings.providers()
                .forEach((name, wire) -> {
                    try {
                        settings.provider(environment, name)
                                .filter(it -> all.stream().noneMatch(to -> isSame(it, to)))
                                .ifPresent(all::add);
                    } catch (ConfigException e) {
                        mistaken.add(
                                new ProviderList.Failed(
                                        name, wire.baseUrl(), String.valueOf(e.getMessage())));
                    }
                });
        return all;
    }

    /// Whether two providers are one server with two interfaces, which has one list.
    private static boolean isSame(ModelSettings a, ModelSettings b) {
        return BaseUrls.normalized(a.baseUrl()).equals(BaseUrls.normalized(b.baseUrl()))
                && a.key().equals(b.key())
                && a.auth() == b.auth();
    }

    /// A provider on this machine may say more in an interface of its own.
    private static ProviderList withWindows(ProviderList answer, ModelSettings provider)
            throws InterruptedException {
        if (!(answer instanceof ProviderList.Listed listed)) {
            return answer;
        }
        Optional<LocalServer> server = LocalServers.at(provider);
        if (server.isEmpty()) {
            return answer;
        }
        Map<String, ListedModel> described =
                server.get().models().stream()
                        .collect(
                                Collectors.toMap(
                                        ListedModel::id, Function.identity(), (first, _) -> first));
        return new ProviderList.Listed(
                listed.provider(),
                listed.baseUrl(),
                listed.models().stream().map(it -> described.getOrDefault(it.id(), it)).toList(),
                listed.unusable());
    }

    private static List<LocalServer> result(Future<List<LocalServer>> finding)
            throws InterruptedException {
        try {
            return finding.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static List<String> keep(
            List<ProviderList> lists, List<LocalServer> local, ListCache cache) {
        try {
            for (ProviderList it : lists) {
                if (it instanceof ProviderList.Listed listed) {
                    cache.keep(listed.baseUrl(), listed.models());
                }
            }
            for (LocalServer it : local) {
                cache.keep(it.baseUrl(), it.models());
            }
            return List.of();
        } catch (IOException e) {
            return List.of("the lists cannot be kept for runs: " + e.getMessage());
        }
    }
}
