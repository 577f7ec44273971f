package dev.deft.mcp.client;

import dev.deft.codec.JsonText;
import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.output.TextHead;
import dev.deft.tool.Attachment;
import dev.deft.tool.ToolResult;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Turns the result of a call at a server into the result of the tool.
final class CallContent {

    private static final int LONGEST_ERROR = 16 * 1024;
    private static final int MOST_IMAGES = 10;
    private static final int MOST_CHARACTERS = 200 * 1024;

    private final StringBuilder text = new StringBuilder();
    private final List<Attachment> attachments = new ArrayList<>();

    private CallContent() {}

    /// What programs read of a result.
    ///
    /// @param content the text, unless it is longer than a result may be
    /// @param structured the structured content, unless it is longer than a result may be
    record Data(String server, String tool, Optional<String> content, Optional<Json> structured) {}

    static ToolResult of(String server, ListedTool tool, Json.Obj result) {
        var content = new CallContent();
        if (result.find("content").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> parts)) {
            parts.forEach(content::add);
        }
        Optional<Json> structured = result.find("structuredContent");
        if (content.text.isEmpty() && content.attachments.isEmpty() && structured.isPresent()) {
            content.line(JsonText.write(structured.get()));
        }
        if (result.find("isError").equals(Optional.of(new Json.Bool(true)))) {
            return failure(content.text.toString(), server, tool);
        }
        String text = content.text.toString();
        return ToolResult.output(
                        new Data(
                                server,
                                tool.name(),
                                Optional.of(text).filter(it -> it.length() <= MOST_CHARACTERS),
                                structured.filter(
                                        it -> JsonText.write(it).length() <= MOST_CHARACTERS)),
                        text,
                        "%s: %s".formatted(server, tool.title().orElse(tool.name())))
                .with(content.attachments);
    }

    private static ToolResult failure(String text, String server, ListedTool tool) {
        String said = text.isBlank() ? "The tool gave no reason." : text.strip();
        return ToolResult.failure(
                ErrorCode.REFUSED,
                TextHead.exceeds(said, LONGEST_ERROR)
                        ? TextHead.of(said, LONGEST_ERROR)
                                + "\n[%s of %s said more]".formatted(tool.name(), server)
                        : said);
    }

    private void line(String more) {
        if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
            text.append('\n');
        }
        text.append(more);
    }

    private void add(Json part) {
        if (!(part instanceof Json.Obj object)) {
            return;
        }
        switch (object.text("type").orElse("")) {
            case "text" -> line(object.text("text").orElse(""));
            case "image" -> media(object, "data");
            case "audio" -> line("[audio, %s]".formatted(TerminalText.line(type(object, ""), 100)));
            case "resource_link" -> link(object);
            case "resource" -> {
                if (object.find("resource").orElse(Json.Null.VALUE) instanceof Json.Obj resource) {
                    resource(resource);
                }
            }
            default ->
                    line(
                            "[content of the unknown type %s]"
                                    .formatted(
                                            TerminalText.line(
                                                    object.text("type").orElse("?"), 100)));
        }
    }

    private static String type(Json.Obj object, String otherwise) {
        return object.text("mimeType").orElse(otherwise);
    }

    private void media(Json.Obj object, String field) {
        String type = type(object, "image/png");
        if (attachments.size() >= MOST_IMAGES || !type.startsWith("image/")) {
            line("[left out: %s]".formatted(TerminalText.line(type, 100)));
            return;
        }
        try {
            byte[] bytes =
                    Base64.getDecoder().decode(object.text(field).orElse("").replaceAll("\\s", ""));
            String name = "image-%d.%s".formatted(attachments.size() + 1, type.substring(6));
            attachments.add(new Attachment(TerminalText.line(name, 60), type, Bytes.wrap(bytes)));
            line("[image: %s]".formatted(TerminalText.line(name, 60)));
        } catch (IllegalArgumentException _) {
            line("[an image that cannot be read]");
        }
    }

    private void link(Json.Obj link) {
        line(
                "%s: %s%s"
                        .formatted(
                                link.text("title").or(() -> link.text("name")).orElse("resource"),
                                link.text("uri").orElse(""),
                                link.text("description").map(" — "::concat).orElse("")));
    }

    private void resource(Json.Obj resource) {
        Optional<String> content = resource.text("text");
        if (content.isPresent()) {
            line("%s:\n%s".formatted(resource.text("uri").orElse("resource"), content.get()));
        } else if (type(resource, "").startsWith("image/")) {
            media(resource, "blob");
        } else {
            line(
                    "[%s: %s]"
                            .formatted(
                                    resource.text("uri").orElse("resource"),
                                    TerminalText.line(type(resource, "bytes"), 100)));
        }
    }
}
