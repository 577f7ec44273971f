package dev.deft.agent.session.tool;

import dev.deft.agent.session.SessionId;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The messages of a session with the results of its calls, oldest first.
///
/// @param total of all messages; the last ones are shown
/// @param warning if the log is foreign, changed or damaged
record Replay(
        String sessionId, List<SessionMessage> messages, int total, Optional<String> warning) {

    /// How many messages of a session are shown.
    static final int MAX_MESSAGES = 1_000;

    Replay {
        messages = List.copyOf(messages);
    }

    static Replay of(SessionLogs logs, SessionId id) throws IOException {
        try {
            MessageReader.Messages found =
                    MessageReader.read(logs, id, MAX_MESSAGES, MessageReader.Results.SHOWN);
            return new Replay(id.value(), found.last(), found.count(), found.warning());
        } catch (IOException e) {
            throw SessionAccess.failure(e);
        }
    }

    ToolResult output(String title) {
        var text = new KeyValueText();
        warning.ifPresent(it -> text.add("warning", it));
        if (messages.size() < total) {
            text.add("total", total);
        }
        for (SessionMessage message : messages) {
            message.addTo(text.separate());
        }
        return ToolResult.output(
                this, text.isEmpty() ? "The session has no messages." : text.toString(), title);
    }
}
