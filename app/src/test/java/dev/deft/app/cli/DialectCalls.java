package dev.deft.app.cli;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Calls in a dialect, in one session and one workspace.
final class DialectCalls {

    private final Path root;
    private final String dialect;

    DialectCalls(Path root, String dialect) {
        this.root = root;
        this.dialect = dialect;
    }

    DialectCalls with(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return this;
    }

    /// The result of a call.
    ///
    /// @param arguments JSON with `'` for `"`
    Json.Obj call(String tool, String arguments) throws Exception {
        return JsonText.parseObject(
                DeftRun.in(
                                root,
                                "",
                                "call",
                                tool,
                                arguments.replace('\'', '"'),
                                "--dialect",
                                dialect,
                                "--session",
                                "rows")
                        .out());
    }

    /// The same as text, without what differs from run to run.
    String shown(String tool, String arguments) throws Exception {
        return JsonText.write(call(tool, arguments))
                .replaceAll("\"(startedAt|completedAt|durationMs)\":\\d+", "\"$1\":0")
                .replace('"', '\'');
    }
}
