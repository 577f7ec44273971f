package dev.deft.engine.command;

import dev.deft.agent.command.CommandException;
import dev.deft.agent.command.CommandSources;
import dev.deft.agent.model.Part;
import dev.deft.engine.Session;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.registry.EnvelopeJson;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The files and outputs of a slash command, by calls of a session.
///
/// @param command its name, for messages
public record SessionSources(Session session, String command) implements CommandSources {

    @Override
    public Optional<List<Part>> read(String path) throws CommandException {
        Envelope envelope = session.call("read", Map.of("path", path));
        if (envelope.result() instanceof ToolResult.Failure failure) {
            if (failure.code() == ErrorCode.NOT_FOUND) {
                return Optional.empty();
            }
            throw refused("@" + path, failure);
        }
        ToolResult.Output output = (ToolResult.Output) envelope.result();
        List<Part> parts = new ArrayList<>();
        String text = EnvelopeJson.data(envelope, output).text("content").orElse("");
        parts.add(new Part.Text("<file path=\"%s\">\n%s\n</file>".formatted(path, text)));
        output.attachments().forEach(it -> parts.add(new Part.Media(it.mimeType(), it.content())));
        return Optional.of(parts);
    }

    @Override
    public String run(String script) throws CommandException {
        Envelope envelope = session.call("bash", Map.of("command", script));
        if (envelope.result() instanceof ToolResult.Failure failure) {
            throw refused("`" + script + "`", failure);
        }
        Json.Obj data = EnvelopeJson.data(envelope, (ToolResult.Output) envelope.result());
        String code = data.find("exit_code").map(Json::toString).orElse("0");
        String printed = data.text("output").or(() -> data.text("head")).orElse("").stripTrailing();
        return code.equals("0") ? printed : printed + "\n[exit code " + code + "]";
    }

    private CommandException refused(String what, ToolResult.Failure failure) {
        return new CommandException(
                "/%s needs %s: %s Nothing was sent.".formatted(command, what, failure.message()));
    }
}
