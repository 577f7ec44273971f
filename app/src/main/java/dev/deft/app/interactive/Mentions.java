package dev.deft.app.interactive;

import dev.deft.agent.model.Part;
import dev.deft.engine.Session;
import dev.deft.registry.EnvelopeJson;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The files that a message names with `@`, by calls under the rules of the session. A word such as
/// `@Override` that names no file stays as it is.
final class Mentions {

    private static final int MOST = 20;
    private static final Pattern MENTION =
            Pattern.compile(
                    "(?<![\\p{L}\\p{N}_@/.])@(?:\"([^\"\\n]+)\"|([\\p{L}\\p{N}_./~+=,%-]*[\\p{L}\\p{N}_/-]))");

    private Mentions() {}

    /// The paths that a text names.
    static Set<String> in(String text) {
        Set<String> paths = new LinkedHashSet<>();
        Matcher found = MENTION.matcher(text);
        while (found.find() && paths.size() < MOST) {
            paths.add(found.group(1) != null ? found.group(1) : found.group(2));
        }
        return paths;
    }

    /// The content of the files and directories that there are.
    ///
    /// @param session its calls read them, in the default dialect
    static List<Part> read(Set<String> paths, Session session) {
        List<Part> parts = new ArrayList<>();
        for (String path : paths) {
            Envelope file = session.call("read", Map.of("path", path));
            if (file.result() instanceof ToolResult.Output output) {
                String text = EnvelopeJson.data(file, output).text("content").orElse("");
                parts.add(new Part.Text("<file path=\"%s\">\n%s\n</file>".formatted(path, text)));
                output.attachments()
                        .forEach(it -> parts.add(new Part.Media(it.mimeType(), it.content())));
                continue;
            }
            Envelope directory = session.call("ls", Map.of("path", path));
            if (directory.result() instanceof ToolResult.Output output) {
                parts.add(
                        new Part.Text(
                                "<directory path=\"%s\">\n%s\n</directory>"
                                        .formatted(path, output.text())));
            }
        }
        return parts;
    }
}
