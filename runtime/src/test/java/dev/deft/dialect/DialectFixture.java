package dev.deft.dialect;

import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.registry.Dialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.tool.Envelope;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A registry with a tool for every entry of the dialect tables, and results of such tools.
final class DialectFixture {

    static final Path SIDECAR = Path.of(".deft/output/1.txt");

    private static final List<String> IDS =
            List.of(
                    "read",
                    "write",
                    "edit",
                    "apply_patch",
                    "grep",
                    "glob",
                    "ls",
                    "bash",
                    "process",
                    "todo",
                    "current_time",
                    "sleep",
                    "get_env",
                    "set_env",
                    "delete_file",
                    "move_file",
                    "get_file_info",
                    "json_parse",
                    "json_stringify",
                    "base64_encode",
                    "base64_decode",
                    "memory_list",
                    "memory_read",
                    "memory_write",
                    "memory_patch",
                    "memory_append",
                    "memory_search",
                    "memory_get",
                    "task_list",
                    "task_replay",
                    "session_archive_read",
                    "http_get",
                    "http_post",
                    "http_request");

    private DialectFixture() {}

    static Dialect dialect(String name) {
        var registry = new ToolRegistry();
        IDS.forEach(it -> registry.register(new NamedTool(it)));
        return Dialects.of(name, registry);
    }

    /// JSON with single quotes.
    static Json.Obj json(String text) {
        try {
            return JsonText.parseObject(text.replace('\'', '"'));
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /// An output with these data; its text is `text` and its title is `title`.
    static ToolResult.Output output(String data) {
        return ToolResult.output(Records.read(Data.class, json(data)), "text", "title");
    }

    static Envelope envelope(ToolResult result) {
        return new Envelope(
                "1", result, Instant.ofEpochMilli(1_000), Duration.ofMillis(20), Optional.empty());
    }

    static Envelope truncated(ToolResult result) {
        return new Envelope(
                "1",
                result,
                Instant.ofEpochMilli(1_000),
                Duration.ofMillis(20),
                Optional.of(SIDECAR));
    }

    static Envelope failure(ErrorCode code, String message) {
        return envelope(ToolResult.failure(code, message));
    }

    record NamedTool(String id) implements Tool<NamedTool.Params> {

        record Params() {}

        @Override
        public ToolSpec<Params> spec() {
            return ToolSpec.of(id, Params.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                    .describedBy("Is called " + id + ".");
        }

        @Override
        public ToolResult run(Params params, Host host) {
            throw new UnsupportedOperationException();
        }
    }

    /// The fields that the mappings know, in the order in which a tool writes them.
    record Data(
            Optional<Json> type,
            Optional<Json> path,
            Optional<Json> content,
            Optional<Json> size,
            Optional<Json> bytes,
            Optional<Json> totalLines,
            Optional<Json> endLine,
            Optional<Json> more,
            Optional<Json> truncated,
            Optional<Json> linesChanged,
            Optional<Json> replacements,
            Optional<Json> diff,
            Optional<Json> entries,
            Optional<Json> pattern,
            Optional<Json> count,
            Optional<Json> files,
            Optional<Json> matches,
            Optional<Json> exists,
            Optional<Json> modified,
            Optional<Json> deleted,
            Optional<Json> exitCode,
            Optional<Json> signal,
            Optional<Json> sandbox,
            Optional<Json> processId,
            Optional<Json> running,
            Optional<Json> output,
            Optional<Json> todos,
            Optional<Json> attachments,
            Optional<Json> tasks,
            Optional<Json> messages,
            Optional<Json> warning,
            Optional<Json> status,
            Optional<Json> headers,
            Optional<Json> body) {}
}
