package dev.deft.app.cli.run;

import dev.deft.agent.command.SlashCommand;
import dev.deft.agent.command.SlashCommands;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.model.Part;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.UsageException;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.engine.command.SessionSources;
import dev.deft.run.NearestNames;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A prompt that calls a slash command, such as `/review src/A.java`.
record SlashPrompt(SlashCommand command, String arguments) {

    /// The command that a prompt calls; empty if the prompt is plain text.
    ///
    /// @throws UsageException if it looks like a command and there is none of that name
    static Optional<SlashPrompt> of(String prompt, Path root, Console console)
            throws UsageException {
        Optional<SlashCommands.Call> called =
                prompt.startsWith("/") ? SlashCommands.called(prompt) : Optional.empty();
        if (called.isEmpty()) {
            return Optional.empty();
        }
        String name = called.get().name();
        SlashCommands commands =
                SlashCommands.read(root, UserDirectories.from(console.environment()).config());
        Optional<SlashCommand> found = commands.find(name);
        if (found.isPresent()) {
            return Optional.of(new SlashPrompt(found.get(), called.get().arguments()));
        }
        if (Files.exists(Path.of("/" + name))) {
            return Optional.empty();
        }
        commands.problems().forEach(it -> console.note(console.shown(it)));
        List<String> names = commands.list().stream().map(SlashCommand::name).toList();
        throw new UsageException(
                "there is no command /%s%s (deft commands lists them; a prompt that begins with another word is sent as it is)"
                        .formatted(name, NearestNames.hint(name, names)));
    }

    /// The agent that it names.
    Optional<String> agent() {
        return command.agent();
    }

    /// The model that it names. A project's commands choose none: it is the user who pays.
    Optional<String> model() {
        return command.ofUser() ? command.model() : Optional.empty();
    }

    /// What is said about parts of it that have no effect.
    Optional<String> warning() {
        return command.ofUser() || command.model().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "%s names a model, which only your own commands may do; use --model"
                                .formatted(command.location()));
    }

    /// Fills in the command. Its files and programs are calls with the rights of the run.
    List<Part> parts(Workspace workspace, RunOptions.RunSetup setup) throws IOException {
        AgentSpec agent =
                setup.agent()
                        .toolset(
                                new AgentSpec.Toolset(
                                        setup.agent().toolset().ids(),
                                        Dialects.DEFAULT,
                                        Optional.empty()));
        try (Session session = workspace.session().agent(agent).approver(setup.approver()).open()) {
            return command.expand(arguments, new SessionSources(session, command.name())).parts();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }
}
