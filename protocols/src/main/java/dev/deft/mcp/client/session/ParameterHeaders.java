package dev.deft.mcp.client.session;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The parameters of a tool that travel in headers too, so that what stands between can route by
/// them.
///
/// @param mirrored which parameters, and in which headers
public record ParameterHeaders(List<Mirrored> mirrored) {

    /// For tools without such parameters.
    public static final ParameterHeaders NONE = new ParameterHeaders(List.of());

    private static final String KEY = "x-mcp-header";
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");
    private static final long SAFE = 9_007_199_254_740_991L;

    public ParameterHeaders {
        mirrored = List.copyOf(mirrored);
    }

    /// A parameter and its header.
    ///
    /// @param header without `Mcp-Param-`
    /// @param path the names that lead to the parameter
    public record Mirrored(String header, List<String> path) {

        public Mirrored {
            path = List.copyOf(path);
        }
    }

    /// Reads them from the schema of a tool.
    ///
    /// @throws IllegalArgumentException if the schema marks a parameter in a way that is not
    ///   allowed; such a tool must not be used over HTTP
    public static ParameterHeaders of(Json.Obj schema) {
        List<Mirrored> found = new ArrayList<>();
        collect(schema, List.of(), found);
        int everywhere = count(schema);
        if (everywhere != found.size()) {
            throw new IllegalArgumentException(
                    KEY + " stands where no parameter can be reached by its names alone");
        }
        Set<String> names = new HashSet<>();
        for (Mirrored it : found) {
            if (!names.add(it.header().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "two parameters have the " + KEY + " " + it.header());
            }
        }
        return found.isEmpty() ? NONE : new ParameterHeaders(found);
    }

    private static void collect(Json.Obj schema, List<String> path, List<Mirrored> found) {
        ServerFacts.object(schema, "properties")
                .fields()
                .forEach((name, it) -> {
                    if (it instanceof Json.Obj property) {
                        List<String> here = new ArrayList<>(path);
                        here.add(name);
                        property.find(KEY)
                                .ifPresent(header ->
                                        found.add(new Mirrored(checked(header, property), here)));
                        collect(property, here, found);
                    }
                });
    }

    private static String checked(Json header, Json.Obj property) {
        if (!(header instanceof Json.Str(String name)) || !TOKEN.matcher(name).matches()) {
            throw new IllegalArgumentException(KEY + " is not the name of a header");
        }
        if (!TYPES.contains(property.text("type").orElse(""))) {
            throw new IllegalArgumentException(
                    KEY + " marks a parameter that is no string, integer or boolean");
        }
        return name;
    }

    /// How often a schema marks something, wherever that is.
    private static int count(Json value) {
        return switch (value) {
            case Json.Obj(Map<String, Json> fields) -> {
                int all = 0;
                for (Map.Entry<String, Json> it : fields.entrySet()) {
                    all += it.getKey().equals(KEY) ? 1 : count(it.getValue());
                }
                yield all;
            }
            case Json.Arr(List<Json> items) ->
                    items.stream().mapToInt(ParameterHeaders::count).sum();
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> 0;
        };
    }

    /// The headers of a call. A parameter that is absent or null has none.
    public Map<String, String> headers(Json.Obj arguments) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Mirrored it : mirrored) {
            value(arguments, it.path())
                    .ifPresent(
                            text -> headers.put("Mcp-Param-" + it.header(), HeaderText.of(text)));
        }
        return headers;
    }

    private static Optional<String> value(Json.Obj arguments, List<String> path) {
        Json at = arguments;
        for (String name : path) {
            if (!(at instanceof Json.Obj object) || object.find(name).isEmpty()) {
                return Optional.empty();
            }
            at = object.find(name).get();
        }
        return switch (at) {
            case Json.Str(String text) -> Optional.of(text);
            case Json.Bool(boolean yes) -> Optional.of(String.valueOf(yes));
            case Json.Num number ->
                    number.asLong().filter(it -> Math.abs(it) <= SAFE).map(String::valueOf);
            case Json.Obj _, Json.Arr _, Json.Null _ -> Optional.empty();
        };
    }
}
