package dev.deft.engine;

import dev.deft.agent.context.ProjectInstructions;
import dev.deft.agent.context.ProjectInstructions.Instructions;
import dev.deft.agent.loop.AnswerSchema;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.SystemPrompt;
import dev.deft.agent.loop.ToolOffer;
import dev.deft.agent.memory.MemoryFile;
import dev.deft.agent.memory.MemoryOverview;
import dev.deft.discovery.FoundTools;
import dev.deft.engine.prompt.AgentPrompt;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.output.SecretMask;
import dev.deft.policy.Action;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.tool.Capability;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Builds the system prompt of a session.
record SessionPrompt(
        EngineParts engine,
        SharedRoot shared,
        SessionParts parts,
        SessionParts.Running run,
        ToolOffer offer,
        EnvironmentFacts surroundings,
        SkillSection skills) {

    /// How many tools without a definition in the prompt are listed by name.
    private static final int MOST_NAMED = 16;

    SystemPrompt system() {
        boolean somebody = run.approver().present();
        AgentSpec agent = parts.agent();
        Instructions instructions =
                ProjectInstructions.read(
                        shared.root(),
                        engine.user().config(),
                        agent.instructions().files(),
                        it -> mayRead("read", it));
        instructions.warnings().forEach(it -> run.events().accept(new RunEvent.Warning(it)));
        Dialect dialect = parts.pipeline().runner().dialect();
        Set<String> found = Set.copyOf(FoundTools.in(parts.kept().memory()));
        List<DialectTool> offered = offer.of(dialect, found);
        return SystemPrompt.of(
                completed(agent, prompt(agent.instructions(), offered, somebody)),
                joined(instructions.text(), memory()),
                skills.text(it -> name(it, offered), dialect),
                surroundings.text(
                        parts.permissions(),
                        engine.environment(),
                        somebody,
                        engine.clock().instant()),
                catalogue(DefaultAgent.ordered(offer.hidden(dialect, Set.of())), dialect));
    }

    private static String prompt(
            AgentSpec.Instructions given, List<DialectTool> offered, boolean somebody) {
        return given.prompt().isPresent() && !given.template()
                ? given.prompt().get()
                : new AgentPrompt(it -> name(it, offered), somebody)
                        .of(given.prompt().orElseGet(DefaultAgent::prompt));
    }

    /// The prompt with what is appended to it.
    private static String completed(AgentSpec agent, String prompt) {
        return Stream.of(
                        Optional.of(prompt.strip()),
                        agent.instructions().appended().map(String::strip),
                        agent.loop().answer().map(AnswerSchema::instructions))
                .flatMap(Optional::stream)
                .filter(it -> !it.isEmpty())
                .collect(Collectors.joining("\n\n"));
    }

    /// The memory files that the agent may read, if it is to know them.
    private String memory() {
        if (!parts.agent().instructions().memory()) {
            return "";
        }
        try {
            List<MemoryFile> files =
                    shared.memory().files().stream()
                            .filter(it -> mayRead("memory_list", it.path()))
                            .map(it ->
                                    new MemoryFile(
                                            it.path(),
                                            SecretMask.KEYS_ONLY.text(it.summary()),
                                            it.size()))
                            .toList();
            return MemoryOverview.of(files);
        } catch (IOException e) {
            run.events()
                    .accept(
                            new RunEvent.Warning(
                                    "The memory files cannot be listed: " + e.getMessage()));
            return "";
        }
    }

    private boolean mayRead(String tool, String path) {
        var reading = new Touch(Capability.FS_READ, path);
        return parts.permissions().rules().decide(tool, reading).action() != Action.DENY;
    }

    private static String joined(String instructions, String memory) {
        boolean both = !instructions.isBlank() && !memory.isBlank();
        return instructions + (both ? "\n\n" : "") + memory;
    }

    private static Optional<String> name(String id, List<DialectTool> offered) {
        return offered.stream()
                .filter(it -> it.spec().id().equals(id))
                .map(DialectTool::name)
                .findFirst();
    }

    /// Names some of the tools to be searched for. Those of servers may be many, and their names
    /// come from elsewhere, so only the servers are named.
    private static String catalogue(List<String> hidden, Dialect dialect) {
        Map<String, Integer> servers = new LinkedHashMap<>();
        List<String> others = new ArrayList<>();
        for (String name : hidden) {
            Optional<String> server = dialect.find(name).flatMap(SessionPrompt::server);
            if (server.isPresent()) {
                servers.merge(server.get(), 1, Integer::sum);
            } else {
                others.add(name);
            }
        }
        return Stream.of(
                        others.isEmpty()
                                ? ""
                                : "More tools, by `tool_search`: "
                                        + String.join(
                                                ", ",
                                                others.subList(
                                                        0, Math.min(MOST_NAMED, others.size())))
                                        + (others.size() > MOST_NAMED ? " and more." : "."),
                        servers.isEmpty()
                                ? ""
                                : "Tools of MCP servers, by `tool_search` too: "
                                        + servers.entrySet().stream()
                                                .limit(MOST_NAMED)
                                                .map(it -> it.getKey() + " has " + it.getValue())
                                                .collect(Collectors.joining(", "))
                                        + ".")
                .filter(it -> !it.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static Optional<String> server(DialectTool tool) {
        return tool.spec().category() == ToolCategory.MCP
                ? tool.spec().requires().capabilities().stream()
                        .filter(it -> it.startsWith("mcp:"))
                        .findFirst()
                        .map(it -> it.split(":", 3)[1])
                : Optional.empty();
    }
}
