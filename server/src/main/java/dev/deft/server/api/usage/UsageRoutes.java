package dev.deft.server.api.usage;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Price;
import dev.deft.agent.config.Settings;
import dev.deft.agent.config.Trust;
import dev.deft.agent.session.SessionStore;
import dev.deft.dialect.Dialects;
import dev.deft.policy.Policy;
import dev.deft.policy.ProjectRules;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.ResultPage;
import dev.deft.server.http.Route;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `GET /v1/usage`: tokens and cost.
public final class UsageRoutes {

    private static final Set<String> GROUPS = Set.of("day", "model", "agent", "workspace");

    private final List<ServedWorkspace> served;
    private final Map<String, WorkspaceUsage> usage = new HashMap<>();
    private final Map<String, String> environment;

    /// @param sessions the store of each workspace
    /// @param cache a directory of this store, where sums are kept
    /// @param environment names the user's directories
    public UsageRoutes(
            List<ServedWorkspace> served,
            Function<ServedWorkspace, SessionStore> sessions,
            Path cache,
            Map<String, String> environment) {
        this.served = List.copyOf(served);
        this.environment = Map.copyOf(environment);
        for (ServedWorkspace it : served) {
            var file =
                    new UsageFile(
                            ProjectRules.directory(cache, it.root().toAbsolutePath())
                                    .resolve("usage.json"));
            usage.put(it.id(), new WorkspaceUsage(sessions.apply(it), file));
        }
    }

    /// What some requests used.
    public record UsageItem(
            @Doc("The day in UTC, such as `2026-11-17`; with `by=day`") Optional<String> day,
            @Doc("The model; with `by=model`") Optional<String> model,
            @Doc("The agent; with `by=agent`") Optional<String> agent,
            @Doc("The workspace; with `by=workspace`") Optional<String> workspace,
            @Doc("Tokens read at full price") long inputTokens,
            @Doc("Tokens written") long outputTokens,
            @Doc("Tokens read from the cache of the provider") long cacheRead,
            @Doc("Tokens put into the cache of the provider") long cacheWrite,
            @Doc("In dollars, estimated; absent if the price of a model is not known")
                    Optional<Double> costUsd,
            @Doc("How many requests to models") long requests) {

        private String key() {
            return Stream.of(day, workspace, model, agent)
                    .map(it -> it.orElse(""))
                    .collect(Collectors.joining(" "));
        }
    }

    /// One sum with its workspace and its price.
    private record Priced(String workspace, UsageSum sum, Optional<Double> cost) {}

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/usage")
                        .named("usage", "listUsage", "Tokens and cost of the agents.")
                        .needs(AccessScope.LOOK)
                        .query("from", "string", "The first day, such as 2026-11-01.")
                        .query("to", "string", "The last day.")
                        .query(
                                "by",
                                "string",
                                "What to tell apart, separated by commas: day, model, agent,"
                                        + " workspace. `day` if it is left out.")
                        .query("workspace", "string", "Only one workspace.")
                        .paged()
                        .answersPage(UsageItem.class)
                        .by(this::list));
    }

    private ApiResponse list(ApiRequest request) throws IOException {
        Set<String> by = groups(request);
        Optional<LocalDate> from = day(request, "from");
        Optional<LocalDate> to = day(request, "to");
        Map<String, UsageItem> sums = new LinkedHashMap<>();
        for (Priced it : priced(request)) {
            LocalDate day = LocalDate.parse(it.sum().day());
            if (from.map(day::isBefore).orElse(false) || to.map(day::isAfter).orElse(false)) {
                continue;
            }
            UsageItem item = item(it, by);
            sums.merge(item.key(), item, UsageRoutes::plus);
        }
        List<UsageItem> sorted =
                sums.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(Map.Entry::getValue)
                        .toList();
        return ResultPage.response(ResultPage.of(sorted, request, UsageItem::key), request);
    }

    private static Set<String> groups(ApiRequest request) throws ProblemException {
        Set<String> by =
                Arrays.stream(request.parameter("by").orElse("day").split(",", -1))
                        .map(String::strip)
                        .collect(Collectors.toUnmodifiableSet());
        if (!GROUPS.containsAll(by)) {
            throw Problem.badRequest(
                            "by takes day, model, agent and workspace, separated by commas.")
                    .exception();
        }
        return by;
    }

    private static Optional<LocalDate> day(ApiRequest request, String name)
            throws ProblemException {
        Optional<String> given = request.parameter(name);
        if (given.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDate.parse(given.get()));
        } catch (DateTimeException _) {
            throw Problem.badRequest("%s takes a day such as 2026-11-17.".formatted(name))
                    .exception();
        }
    }

    private List<Priced> priced(ApiRequest request) throws IOException {
        Optional<String> only = request.parameter("workspace");
        List<ServedWorkspace> wanted =
                served.stream()
                        .filter(it -> request.principal().sees(it.id()))
                        .filter(it -> only.isEmpty() || only.get().equals(it.id()))
                        .toList();
        if (only.isPresent() && wanted.isEmpty()) {
            throw Problem.notFound("There is no workspace of this name.").exception();
        }
        List<Priced> all = new ArrayList<>();
        for (ServedWorkspace it : wanted) {
            Settings settings = settings(it.root());
            for (UsageSum sum : Objects.requireNonNull(usage.get(it.id())).sums()) {
                all.add(new Priced(it.id(), sum, cost(sum, settings)));
            }
        }
        return all;
    }

    private Settings settings(Path root) throws IOException {
        Path real = root.toRealPath();
        Trust trust = Trust.of(Policy.unspecified(), real, environment);
        return Configuration.read(real, environment, Dialects.DEFAULT, trust).settings();
    }

    private static Optional<Double> cost(UsageSum sum, Settings settings) {
        Stream<String> names =
                sum.model().contains("/")
                        ? Stream.of(sum.model())
                        : settings.providers().keySet().stream()
                                .sorted()
                                .map(it -> it + "/" + sum.model());
        Optional<Price> price = names.flatMap(it -> settings.prices().of(it).stream()).findFirst();
        return price.map(it -> it.of(sum.usage()));
    }

    private static UsageItem item(Priced it, Set<String> by) {
        UsageSum sum = it.sum();
        return new UsageItem(
                Optional.of(sum.day()).filter(_ -> by.contains("day")),
                Optional.of(sum.model()).filter(_ -> by.contains("model")),
                Optional.of(sum.agent()).filter(_ -> by.contains("agent")),
                Optional.of(it.workspace()).filter(_ -> by.contains("workspace")),
                sum.input(),
                sum.output(),
                sum.cacheRead(),
                sum.cacheWrite(),
                it.cost(),
                sum.requests());
    }

    /// The sum of both. A cost of which a part is not known is not known.
    private static UsageItem plus(UsageItem one, UsageItem other) {
        return new UsageItem(
                one.day(),
                one.model(),
                one.agent(),
                one.workspace(),
                one.inputTokens() + other.inputTokens(),
                one.outputTokens() + other.outputTokens(),
                one.cacheRead() + other.cacheRead(),
                one.cacheWrite() + other.cacheWrite(),
                one.costUsd().flatMap(it -> other.costUsd().map(more -> it + more)),
                one.requests() + other.requests());
    }
}
