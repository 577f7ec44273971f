package dev.deft.run;

import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Every tool there is, by id. Tools may come and go while calls run.
public final class ToolRegistry {

    private volatile Map<String, Tool<?>> tools = Map.of();

    public static ToolRegistry of(Collection<? extends Tool<?>> tools) {
        var registry = new ToolRegistry();
        registry.registerMany(tools);
        return registry;
    }

    /// Adds a tool.
    ///
    /// @throws IllegalArgumentException when its id is taken
    public void register(Tool<?> tool) {
        registerMany(List.of(tool));
    }

    /// Adds all of these tools, or none when an id is taken.
    public synchronized void registerMany(Collection<? extends Tool<?>> more) {
        var copy = new LinkedHashMap<>(tools);
        for (Tool<?> tool : more) {
            if (copy.put(tool.spec().id(), tool) != null) {
                throw new IllegalArgumentException(
                        "There is a tool " + tool.spec().id() + " already.");
            }
        }
        tools = copy;
    }

    public synchronized void remove(String id) {
        var copy = new LinkedHashMap<>(tools);
        copy.remove(id);
        tools = copy;
    }

    public Optional<Tool<?>> get(String id) {
        return Optional.ofNullable(tools.get(id));
    }

    public boolean has(String id) {
        return tools.containsKey(id);
    }

    public List<Tool<?>> list() {
        return new ArrayList<>(tools.values());
    }

    public List<Tool<?>> listByCategory(ToolCategory category) {
        return tools.values().stream()
                .filter(it -> it.spec().category() == category)
                .<Tool<?>>map(it -> it)
                .toList();
    }
}
