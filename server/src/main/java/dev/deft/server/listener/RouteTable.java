package dev.deft.server.listener;

import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.Route;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Finds the route of a request by its method and path. A hole `{name}` stands for one segment, a
/// last hole `{name...}` for all that follow; words win over holes.
public final class RouteTable {

    /// What there is at a path.
    sealed interface Match {

        record Found(Route route, Map<String, String> variables) implements Match {}

        record Raw(RawRoute route, Map<String, String> variables) implements Match {}

        /// There are other methods.
        record OtherMethods(Set<String> methods) implements Match {}

        record Nothing() implements Match {}
    }

    private record Entry(PathPattern pattern, Optional<Route> route, Optional<RawRoute> raw) {

        static Entry of(Route route) {
            return new Entry(PathPattern.of(route.path()), Optional.of(route), Optional.empty());
        }

        static Entry of(RawRoute raw) {
            return new Entry(PathPattern.of(raw.path()), Optional.empty(), Optional.of(raw));
        }
    }

    private final List<Entry> entries;

    /// @throws IllegalArgumentException if two routes have the same method and path
    public RouteTable(List<Route> routes, List<RawRoute> raw) {
        List<Entry> all = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (Route it : routes) {
            if (!known.add(it.method() + " " + PathPattern.of(it.path()).shape())) {
                throw new IllegalArgumentException(
                        "two routes for %s %s".formatted(it.method(), it.path()));
            }
            all.add(Entry.of(it));
        }
        raw.forEach(it -> all.add(Entry.of(it)));
        all.sort(Comparator.comparing(Entry::pattern));
        this.entries = List.copyOf(all);
    }

    /// Carries out a request that another server let in and forwards.
    ///
    /// @throws ProblemException if there is no such route, or it cannot be done
    public ApiResponse handle(ApiRequest request) throws IOException, InterruptedException {
        List<String> segments = List.of(request.path().substring(1).split("/", -1));
        for (Entry entry : entries) {
            Optional<Map<String, String>> variables = entry.pattern().match(segments);
            Optional<Route> route =
                    entry.route().filter(it -> it.method().equals(request.method()));
            if (variables.isPresent() && route.isPresent()) {
                return route.get()
                        .handler()
                        .handle(
                                new ApiRequest(
                                        request.method(),
                                        request.path(),
                                        variables.get(),
                                        request.query(),
                                        request.headers(),
                                        request.body(),
                                        request.principal()));
            }
        }
        throw Problem.notFound("There is nothing at this path.").exception();
    }

    Match match(String method, RequestPath path) {
        Set<String> others = new TreeSet<>();
        for (Entry entry : entries) {
            Optional<Map<String, String>> variables = entry.pattern().match(path.segments());
            if (variables.isEmpty()) {
                continue;
            }
            if (entry.raw().isPresent()) {
                return new Match.Raw(entry.raw().get(), variables.get());
            }
            Route route = entry.route().orElseThrow();
            if (route.method().equals(method)) {
                return new Match.Found(route, variables.get());
            }
            others.add(route.method());
        }
        if (others.isEmpty()) {
            return new Match.Nothing();
        }
        if (others.contains("GET")) {
            others.add("HEAD");
        }
        others.add("OPTIONS");
        return new Match.OtherMethods(others);
    }

    /// Parts of a path; one with words comes before one with holes.
    private record PathPattern(List<String> segments) implements Comparable<PathPattern> {

        static PathPattern of(String path) {
            return new PathPattern(
                    path.equals("/") ? List.of() : List.of(path.substring(1).split("/", -1)));
        }

        private static boolean isHole(String segment) {
            return segment.startsWith("{");
        }

        private static boolean isRest(String segment) {
            return segment.endsWith("...}");
        }

        private static int rank(String segment) {
            if (isRest(segment)) {
                return 2;
            }
            return isHole(segment) ? 1 : 0;
        }

        /// The path without the names of its holes.
        String shape() {
            return segments.stream()
                    .map(it -> isRest(it) ? "{...}" : isHole(it) ? "{}" : it)
                    .reduce("", (a, b) -> a + "/" + b);
        }

        Optional<Map<String, String>> match(List<String> given) {
            boolean rest = !segments.isEmpty() && isRest(segments.getLast());
            int fixed = rest ? segments.size() - 1 : segments.size();
            if (rest ? given.size() <= fixed : given.size() != fixed) {
                return Optional.empty();
            }
            for (int i = 0; i < fixed; i++) {
                String ours = segments.get(i);
                String theirs = given.get(i);
                if (isHole(ours) ? theirs.isEmpty() : !ours.equals(theirs)) {
                    return Optional.empty();
                }
            }
            return Optional.of(variables(given, fixed, rest));
        }

        private Map<String, String> variables(List<String> given, int fixed, boolean rest) {
            Map<String, String> variables = new HashMap<>();
            for (int i = 0; i < fixed; i++) {
                String ours = segments.get(i);
                if (isHole(ours)) {
                    variables.put(ours.substring(1, ours.length() - 1), given.get(i));
                }
            }
            if (rest) {
                String last = segments.getLast();
                variables.put(
                        last.substring(1, last.length() - 4),
                        String.join("/", given.subList(fixed, given.size())));
            }
            return variables;
        }

        @Override
        public int compareTo(PathPattern other) {
            int both = Math.min(segments.size(), other.segments.size());
            for (int i = 0; i < both; i++) {
                int order = rank(segments.get(i)) - rank(other.segments.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return other.segments.size() - segments.size();
        }
    }
}
