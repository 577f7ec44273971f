package dev.deft.client;

import dev.deft.json.Json;
import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// What is sent and received about tools.
public final class ToolsData {
    private ToolsData() {}

    /// `CallOrder` of the API.
    ///
    /// @param tool The name of the tool
    /// @param args Its arguments
    /// @param session The session to call it in; approvals then wait there for an answer
    /// @param dialect The dialect of the name and of the result, without a session
    public record CallOrder(
            String tool,
            Optional<Json.Obj> args,
            Optional<String> session,
            Optional<String> dialect) {

        /// Without what may be left out.
        public CallOrder(String tool) {
            this(tool, Optional.empty(), Optional.empty(), Optional.empty());
        }

        /// The same with `args`.
        public CallOrder withArgs(Json.Obj value) {
            return new CallOrder(tool, Optional.of(value), session, dialect);
        }

        /// The same with `session`.
        public CallOrder withSession(String value) {
            return new CallOrder(tool, args, Optional.of(value), dialect);
        }

        /// The same with `dialect`.
        public CallOrder withDialect(String value) {
            return new CallOrder(tool, args, session, Optional.of(value));
        }
    }

    /// `CallView` of the API.
    ///
    /// @param callId The id of the call in its session
    /// @param result The envelope: `type` is `output` or `error`
    public record CallView(String callId, Json result) {}

    /// `ToolView` of the API.
    ///
    /// @param name Its name in the dialect
    /// @param description What a model is told about it
    /// @param parameters The JSON Schema of its arguments
    /// @param requires What it needs: files, hosts, commands, capabilities
    /// @param category The group it belongs to, such as `file`
    /// @param kind What it does, such as `read`, `edit` or `execute`
    public record ToolView(
            String name,
            String description,
            Json.Obj parameters,
            Json.Obj requires,
            String category,
            String kind) {}
}
