package dev.deft.acp;

import dev.deft.agent.command.CommandException;
import dev.deft.agent.command.SlashCommand;
import dev.deft.agent.command.SlashCommands;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.model.Part;
import dev.deft.agent.skill.Skill;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.engine.command.SessionSources;
import dev.deft.engine.skill.WorkspaceSkills;
import dev.deft.json.Json;
import dev.deft.os.WorkspaceTree;
import dev.deft.run.Approver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The commands that a prompt may begin with: slash commands of the user and the project, and
/// skills.
///
/// @param environment of the program
record PromptCommands(Workspace workspace, Map<String, String> environment) {

    private static final System.Logger LOG = System.getLogger(PromptCommands.class.getName());

    private static final int MOST = 200;

    private SlashCommands commands() {
        return SlashCommands.read(workspace.root(), UserDirectories.from(environment).config());
    }

    private List<Skill> skills() {
        try (WorkspaceTree tree =
                WorkspaceTree.openAsIs(workspace.root().toString(), environment)) {
            return WorkspaceSkills.all(() -> tree, environment, Dialects.DEFAULT).catalog().list();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the skills cannot be read", e);
            return List.of();
        }
    }

    /// The fields of an update that names them.
    Json.Obj available() {
        Map<String, Json> all = new LinkedHashMap<>();
        for (SlashCommand it : commands().list()) {
            all.put(
                    it.name(),
                    command(
                            it.name(),
                            it.description().orElse("A command of " + it.location()),
                            it.argumentHint()));
        }
        for (Skill it : skills()) {
            all.putIfAbsent(
                    it.name(),
                    command(it.name(), it.description(), Optional.of("what to use it for")));
        }
        return Json.Obj.EMPTY.with(
                "availableCommands", new Json.Arr(all.values().stream().limit(MOST).toList()));
    }

    private static Json command(String name, String description, Optional<String> hint) {
        Json.Obj command = Json.Obj.EMPTY.with("name", name).with("description", description);
        return hint.map(it -> command.with("input", Json.Obj.EMPTY.with("hint", it)))
                .orElse(command);
    }

    /// What a prompt becomes that begins with a command; empty for any other prompt. The files and
    /// programs of a command are calls with the rights of the session.
    ///
    /// @throws CommandException if something that the command needs is refused
    Optional<List<Part>> expanded(String prompt, AgentSpec agent, Approver approver)
            throws CommandException, IOException, InterruptedException {
        Optional<SlashCommands.Call> called =
                prompt.startsWith("/") ? SlashCommands.called(prompt) : Optional.empty();
        if (called.isEmpty()) {
            return Optional.empty();
        }
        Optional<SlashCommand> command = commands().find(called.get().name());
        if (command.isPresent()) {
            try (Session reading = reading(agent, approver)) {
                return Optional.of(
                        command.get()
                                .expand(
                                        called.get().arguments(),
                                        new SessionSources(reading, command.get().name()))
                                .parts());
            }
        }
        return skills().stream()
                .filter(it -> it.name().equals(called.get().name()))
                .findFirst()
                .map(it -> useOf(it, called.get().arguments()));
    }

    private static List<Part> useOf(Skill skill, String arguments) {
        List<Part> parts = new ArrayList<>();
        String wish = arguments.isEmpty() ? "." : ": " + arguments;
        parts.add(new Part.Text("Use the skill %s%s".formatted(skill.name(), wish)));
        return parts;
    }

    /// A session without a log, in the default dialect.
    private Session reading(AgentSpec agent, Approver approver) throws IOException {
        return workspace
                .session()
                .agent(
                        agent.toolset(
                                new AgentSpec.Toolset(
                                        agent.toolset().ids(), Dialects.DEFAULT, Optional.empty())))
                .approver(approver)
                .open();
    }
}
