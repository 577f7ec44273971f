package dev.deft.engine;

import dev.deft.agent.channel.BoundChannels;
import dev.deft.agent.channel.MessageTool;
import dev.deft.agent.channel.ReplyTool;
import dev.deft.agent.config.Trust;
import dev.deft.agent.memory.MemoryTools;
import dev.deft.agent.schedule.CronTool;
import dev.deft.agent.session.tool.SessionTools;
import dev.deft.agent.skill.SkillTool;
import dev.deft.agent.subagent.StartableAgents;
import dev.deft.agent.subagent.SubAgentTools;
import dev.deft.batch.BatchTool;
import dev.deft.codec.JsonText;
import dev.deft.discovery.ToolSearchTool;
import dev.deft.engine.plugin.Plugins;
import dev.deft.instance.InstanceTools;
import dev.deft.reference.RefsTool;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.InitContext;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolSource;
import dev.deft.tools.BuiltinTools;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
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

    /// Registers the built-in tools.
    ///
    /// @param notices receives the names of tools that are left out
    static ToolRegistry of(
            InstantSource clock, Map<String, String> environment, Consumer<String> notices) {
        var registry = new ToolRegistry(notices);
        registry.add(ToolSource.of("Deft", all(clock, environment)));
        registry.addUnlisted(ToolSource.of("Deft", InstanceTools.all()));
        registry.addUnlisted(ToolSource.of("Deft", List.of(new BatchTool())));
        registry.register(new ToolSearchTool(registry, ANYWHERE));
        return registry;
    }

    /// The tools over the host, then those that live beside what they work on.
    private static List<Tool<?>> all(InstantSource clock, Map<String, String> environment) {
        List<Tool<?>> all = new ArrayList<>(BuiltinTools.all(clock, new JsonText()));
        all.addAll(SessionTools.all(clock));
        all.addAll(SubAgentTools.all(it -> startable(it, environment)));
        all.add(new CronTool(clock));
        all.addAll(MemoryTools.all());
        all.add(new RefsTool(clock));
        all.add(new SkillTool());
        BoundChannels channels = () -> SessionChannels.bound(environment);
        all.add(new MessageTool(channels));
        all.add(new ReplyTool(channels));
        return all;
    }

    /// The agents that `task` lists.
    private static List<StartableAgents.Startable> startable(
            InitContext context, Map<String, String> environment) {
        return AgentCatalog.read(Path.of(context.workspace()), environment, Trust.UNKNOWN)
                .list()
                .stream()
                .filter(it -> it.mode().forAgents())
                .map(it -> new StartableAgents.Startable(it.name(), it.description()))
                .toList();
    }

    /// The ids of the built-in tools.
    static Set<String> builtIn() {
        Set<String> ids = new HashSet<>();
        all(InstantSource.system(), Map.of()).forEach(it -> ids.add(it.spec().id()));
        ids.add("tool_search");
        return ids;
    }

    /// The tools of the user's plug-ins.
    ///
    /// @param notices receives the plug-ins that cannot be used
    static ToolSource plugins(Map<String, String> environment, Consumer<String> notices)
            throws IOException {
        Plugins plugins = Plugins.ofUser(environment);
        plugins.problems().forEach(notices);
        return plugins;
    }
}
