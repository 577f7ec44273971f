package dev.deft.registry;

import dev.deft.json.Json;
import dev.deft.tool.Tool;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Statistics of tools and calls.
///
/// @param total the number of tools
/// @param byCategory the number of tools by category
/// @param callStats the calls by tool name
public record RegistryStats(
        int total, Map<String, Integer> byCategory, Map<String, ToolStats.CallStats> callStats) {

    public RegistryStats {
        byCategory = Collections.unmodifiableMap(new LinkedHashMap<>(byCategory));
        callStats = Collections.unmodifiableMap(new LinkedHashMap<>(callStats));
    }

    static RegistryStats of(List<Tool<?>> tools, ToolStats calls) {
        Map<String, Integer> byCategory = new TreeMap<>();
        for (Tool<?> tool : tools) {
            byCategory.merge(tool.spec().category().wire(), 1, Integer::sum);
        }
        return new RegistryStats(tools.size(), byCategory, calls.byTool());
    }

    /// The same JSON as in `deft sessions show --json`: `total`, `byCategory`, `callStats`.
    public Json.Obj json() {
        Map<String, Json> categories = new LinkedHashMap<>();
        byCategory.forEach((name, count) -> categories.put(name, Json.Num.of(count)));
        Map<String, Json> calls = new LinkedHashMap<>();
        callStats.forEach((tool, stats) -> calls.put(tool, stats.json()));
        return Json.Obj.EMPTY
                .with("total", Json.Num.of(total))
                .with("byCategory", new Json.Obj(categories))
                .with("callStats", new Json.Obj(calls));
    }
}
