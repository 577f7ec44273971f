package dev.deft.mcp.server.workspace;

import dev.deft.engine.Session;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.registry.EnvelopeJson;
import dev.deft.tool.Attachment;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Calls of the default dialect whose results are not for a model.
final class SessionCalls {

    private SessionCalls() {}

    /// What a call returned.
    record Result(Json.Obj data, String text, List<Attachment> attachments) {

        Result {
            attachments = List.copyOf(attachments);
        }

        long number(String field) {
            return data.find(field).orElse(Json.Null.VALUE) instanceof Json.Num number
                    ? number.asLong().orElse(0L)
                    : 0;
        }

        List<Json> items(String field) {
            return data.find(field).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> items)
                    ? items
                    : List.of();
        }
    }

    /// {@return empty if what the call names does not exist}
    ///
    /// @throws HostException if the call is refused or fails
    static Optional<Result> call(Session session, String tool, Map<String, ?> arguments)
            throws HostException {
        Envelope envelope = session.call(tool, arguments);
        return switch (envelope.result()) {
            case ToolResult.Output output ->
                    Optional.of(
                            new Result(
                                    EnvelopeJson.data(envelope, output),
                                    output.text(),
                                    output.attachments()));
            case ToolResult.Failure(ErrorCode code, String message) -> {
                if (code == ErrorCode.NOT_FOUND) {
                    yield Optional.empty();
                }
                throw new HostException(code, message);
            }
        };
    }

    /// The same for lists: what the client may not see is left out.
    static Optional<Result> list(Session session, String tool, Map<String, ?> arguments) {
        try {
            return call(session, tool, arguments);
        } catch (HostException _) {
            return Optional.empty();
        }
    }
}
