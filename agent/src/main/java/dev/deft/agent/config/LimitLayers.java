package dev.deft.agent.config;

import dev.deft.codec.LocatedJson.Field;
import dev.deft.json.Json;
import dev.deft.policy.ToolLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Merges tool limits: the user's file sets them, and a workspace, trusted or not, can only lower
/// them.
final class LimitLayers {

    static final String KEY = "limits";

    private static final String TOOLS = "tools";
    private static final String CALLS = "calls";

    private final Map<List<String>, Setting> values;
    private final List<String> warnings;
    private ToolLimits limits = ToolLimits.NONE;

    /// @param values the effective values, to which limits are added
    LimitLayers(Map<List<String>, Setting> values, List<String> warnings) {
        this.values = values;
        this.warnings = warnings;
    }

    /// The merged limits so far.
    ToolLimits limits() {
        return limits;
    }

    /// @param field already validated
    void merge(ConfigFile file, Field field) {
        Map<List<String>, Field> given = new LinkedHashMap<>();
        collect(List.of(KEY), field, given);
        if (file.owner() == ConfigFile.Owner.USER) {
            given.forEach((key, it) -> values.put(key, setting(file, it)));
            limits = limits(given);
            return;
        }
        Map<List<String>, Field> lower = lower(file, given);
        lowerByTool(file, lower);
        lower.forEach((key, it) -> values.put(key, setting(file, it)));
        limits = limits.lowered(limits(lower));
    }

    private static void collect(List<String> key, Field field, Map<List<String>, Field> into) {
        if (!(field.value().value() instanceof Json.Obj)) {
            into.put(key, field);
            return;
        }
        field.value()
                .fields()
                .forEach((name, inner) -> {
                    List<String> longer = new ArrayList<>(key);
                    longer.add(name);
                    collect(List.copyOf(longer), inner, into);
                });
    }

    private static Setting setting(ConfigFile file, Field field) {
        return new Setting(field.value().value(), file.at(field));
    }

    /// Drops limits of a workspace that are higher than the current ones.
    private Map<List<String>, Field> lower(ConfigFile file, Map<List<String>, Field> given) {
        Map<List<String>, Field> lower = new LinkedHashMap<>();
        given.forEach((key, field) -> {
            OptionalInt current = current(key);
            if (current.isPresent() && number(field.value().value()) > current.getAsInt()) {
                warnings.add(
                        file.warning(
                                field,
                                "%s is ignored, since it is above the current limit of %d; a workspace can only lower it"
                                        .formatted(SchemaCheck.dotted(key), current.getAsInt())));
            } else {
                lower.put(key, field);
            }
        });
        return lower;
    }

    /// The limit of one tool, or else that of all tools.
    private OptionalInt current(List<String> key) {
        Setting set = values.get(key);
        if (set == null) {
            set = values.get(List.of(KEY, key.getLast()));
        }
        return set == null ? OptionalInt.empty() : OptionalInt.of(number(set.value()));
    }

    /// A lower limit of the workspace for all tools also lowers the user's limits for single tools,
    /// except for the number of calls, which is a total.
    private void lowerByTool(ConfigFile file, Map<List<String>, Field> lower) {
        values.replaceAll((key, set) -> {
            boolean ofTool = key.getFirst().equals(KEY) && key.size() > 2;
            Optional<Field> all =
                    ofTool && !lower.containsKey(key) && !key.getLast().equals(CALLS)
                            ? Optional.ofNullable(lower.get(List.of(KEY, key.getLast())))
                            : Optional.empty();
            return all.isPresent() && number(all.get().value().value()) < number(set.value())
                    ? setting(file, all.get())
                    : set;
        });
    }

    private static int number(Json value) {
        return Math.toIntExact(((Json.Num) value).asLong().orElseThrow());
    }

    private static ToolLimits limits(Map<List<String>, Field> given) {
        Map<String, ToolLimits.Bounds> tools = new LinkedHashMap<>();
        for (List<String> key : given.keySet()) {
            if (key.size() > 2) {
                tools.put(key.get(2), bounds(given, List.of(KEY, TOOLS, key.get(2))));
            }
        }
        return ToolLimits.of(bounds(given, List.of(KEY)), tools);
    }

    private static ToolLimits.Bounds bounds(Map<List<String>, Field> given, List<String> under) {
        OptionalInt timeout = find(given, under, "timeout_ms");
        return new ToolLimits.Bounds(
                find(given, under, "output_bytes"),
                find(given, under, "entries"),
                timeout.isPresent()
                        ? Optional.of(Duration.ofMillis(timeout.getAsInt()))
                        : Optional.empty(),
                find(given, under, CALLS));
    }

    private static OptionalInt find(
            Map<List<String>, Field> given, List<String> under, String name) {
        List<String> key = new ArrayList<>(under);
        key.add(name);
        Field field = given.get(key);
        return field == null ? OptionalInt.empty() : OptionalInt.of(number(field.value().value()));
    }
}
