package dev.deft.mcp.server.workspace;

import dev.deft.agent.command.CommandException;
import dev.deft.agent.command.SlashCommand;
import dev.deft.agent.command.SlashCommands;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.model.Part;
import dev.deft.engine.Session;
import dev.deft.engine.command.SessionSources;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.mcp.server.feature.McpCaller;
import dev.deft.mcp.server.feature.McpContent;
import dev.deft.mcp.server.feature.PromptEntry;
import dev.deft.mcp.server.feature.PromptProvider;
import dev.deft.mcp.server.feature.PromptText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The slash commands of a workspace and of the user.
///
/// @param environment names the user's directories
public record CommandPrompts(Path root, Map<String, String> environment) implements PromptProvider {

    private static final String ARGUMENTS = "arguments";

    public CommandPrompts {
        environment = Map.copyOf(environment);
    }

    private SlashCommands commands() {
        return SlashCommands.read(root, UserDirectories.from(environment).config());
    }

    @Override
    public List<PromptEntry> list() {
        return commands().list().stream().map(CommandPrompts::entry).toList();
    }

    private static PromptEntry entry(SlashCommand command) {
        return new PromptEntry(
                command.name(),
                command.description(),
                List.of(
                        new PromptEntry.Argument(
                                ARGUMENTS,
                                command.argumentHint()
                                        .or(() -> Optional.of("What follows the name.")),
                                false)));
    }

    @Override
    public Optional<PromptText> get(String name, Map<String, String> arguments, McpCaller caller)
            throws IOException, InterruptedException {
        Optional<SlashCommand> command = commands().find(name);
        return command.isPresent()
                ? Optional.of(filled(command.get(), arguments, caller.defaultSession()))
                : Optional.empty();
    }

    private static PromptText filled(
            SlashCommand command, Map<String, String> arguments, Session session)
            throws IOException, InterruptedException {
        List<Json.Obj> content = new ArrayList<>();
        try {
            for (Part it :
                    command.expand(
                                    arguments.getOrDefault(ARGUMENTS, ""),
                                    new SessionSources(session, command.name()))
                            .parts()) {
                block(it).ifPresent(content::add);
            }
        } catch (CommandException e) {
            throw new HostException(ErrorCode.REFUSED, String.valueOf(e.getMessage()));
        }
        return new PromptText(command.description(), content);
    }

    private static Optional<Json.Obj> block(Part part) {
        return switch (part) {
            case Part.Text(String text) -> Optional.of(McpContent.text(text));
            case Part.Media media ->
                    media.mimeType().startsWith("image/")
                            ? Optional.of(McpContent.image(media.mimeType(), media.content()))
                            : Optional.empty();
            case Part.Reasoning _, Part.Call _ -> Optional.empty();
        };
    }
}
