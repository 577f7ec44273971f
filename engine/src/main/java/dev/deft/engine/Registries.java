package dev.deft.engine;

import dev.deft.agent.memory.MemoryTools;
import dev.deft.codec.JsonText;
import dev.deft.discovery.ToolSearchTool;
import dev.deft.engine.plugin.Plugins;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolSource;
import dev.deft.tools.BuiltinTools;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Creates the tool registry of an engine.
final class Registries {

    /// The registry serves all workspaces, so descriptions name no particular one.
    private static final Map<String, String> ANYWHERE =
            Map.of("workspace", "the workspace", "directory", "the workspace");

    private Registries() {}

    /// Registers these tools, those of the memory, and `tool_search`.
    ///
    /// @param notices receives the names of tools that are left out
    static ToolRegistry of(List<Tool<?>> builtIn, Consumer<String> notices) {
        var registry = new ToolRegistry(notices);
        registry.add(ToolSource.of("Deft", builtIn));
        registry.add(ToolSource.of("memory", MemoryTools.all()));
        registry.register(new ToolSearchTool(registry, ANYWHERE));
        return registry;
    }

    /// The ids of the built-in tools.
    static Set<String> builtIn() {
        Set<String> ids = new HashSet<>();
        BuiltinTools.all(InstantSource.system(), new JsonText())
                .forEach(it -> ids.add(it.spec().id()));
        MemoryTools.all().forEach(it -> ids.add(it.spec().id()));
        ids.add("tool_search");
        return ids;
    }

    /// Adds the tools of the user's plug-ins.
    ///
    /// @param notices receives the plug-ins that cannot be used
    static void addPlugins(
            ToolRegistry registry, Map<String, String> environment, Consumer<String> notices)
            throws IOException {
        Plugins plugins = Plugins.ofUser(environment);
        plugins.problems().forEach(notices);
        registry.add(plugins);
    }
}
