package dev.deft.app.cli.run;

import dev.deft.agent.model.Part;
import dev.deft.codec.JsonText;
import dev.deft.engine.attachment.PromptPicture;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// One line of `--input-format stream-json`.
sealed interface StreamLine {

    /// A message of the user.
    record Said(List<Part> parts) implements StreamLine {

        public Said {
            parts = List.copyOf(parts);
        }
    }

    /// The user wants the current turn to end.
    record Stop() implements StreamLine {}

    /// The answer to an approval or to questions.
    ///
    /// @param id of the `ask` event
    /// @param reply the whole line
    record Answered(String id, Json.Obj reply) implements StreamLine {}

    /// Anything else.
    ///
    /// @param why what is wrong, as the rest of a sentence
    record Invalid(String why) implements StreamLine {}

    /// Reads a line.
    static StreamLine parse(String text) {
        Json.Obj line;
        try {
            line = JsonText.parseObject(text);
        } catch (JsonSyntaxException e) {
            return new Invalid("is not a JSON object: " + e.getMessage());
        }
        String type = line.text("type").orElse("");
        if (type.equals("user")) {
            return said(line);
        }
        if (type.equals("interrupt")) {
            return new Stop();
        }
        boolean answers = line.find("answer").isPresent() || line.find("answers").isPresent();
        if (answers && line.find("id").isPresent()) {
            Json id = line.find("id").get();
            return new Answered(
                    id instanceof Json.Str(String name) ? name : JsonText.write(id), line);
        }
        return new Invalid(
                "is no message: \"type\" is \"user\" or \"interrupt\", and an answer has \"id\""
                        + " and \"answer\" or \"answers\"");
    }

    private static StreamLine said(Json.Obj line) {
        try {
            List<Part> parts = parts(line);
            boolean empty =
                    parts.stream()
                            .allMatch(it -> it instanceof Part.Text(String text) && text.isBlank());
            return empty ? new Invalid("has no text") : new Said(parts);
        } catch (IOException e) {
            return new Invalid(String.valueOf(e.getMessage()));
        }
    }

    private static List<Part> parts(Json.Obj line) throws IOException {
        if (line.find("text").isPresent()) {
            return List.of(new Part.Text(text(line, "text")));
        }
        if (!(line.find("message").orElse(Json.Null.VALUE) instanceof Json.Obj message)) {
            throw new IOException("has neither \"text\" nor \"message\"");
        }
        if (!message.text("role").orElse("user").equals("user")) {
            throw new IOException("has a message whose \"role\" is not \"user\"");
        }
        Json content = message.find("content").orElse(Json.Null.VALUE);
        if (content instanceof Json.Str(String text)) {
            return List.of(new Part.Text(text));
        }
        if (!(content instanceof Json.Arr(List<Json> blocks))) {
            throw new IOException("has a message whose \"content\" is neither a string nor a list");
        }
        List<Part> parts = new ArrayList<>();
        for (Json block : blocks) {
            parts.add(part(block));
        }
        return parts;
    }

    private static Part part(Json block) throws IOException {
        if (!(block instanceof Json.Obj object)) {
            throw new IOException("has content that is %s, not an object".formatted(block.kind()));
        }
        return switch (object.text("type").orElse("")) {
            case "text" -> new Part.Text(text(object, "text"));
            case "image" -> picture(object);
            default ->
                    throw new IOException(
                            "has content whose \"type\" is neither \"text\" nor \"image\"");
        };
    }

    private static String text(Json.Obj object, String name) throws IOException {
        return object.text(name)
                .orElseThrow(() -> new IOException("has no string \"%s\"".formatted(name)));
    }

    /// What a picture is says its content, not its `media_type`.
    private static Part picture(Json.Obj block) throws IOException {
        if (!(block.find("source").orElse(Json.Null.VALUE) instanceof Json.Obj source)
                || !source.text("type").orElse("").equals("base64")) {
            throw new IOException("has a picture whose \"source\" is not of the type \"base64\"");
        }
        try {
            return PromptPicture.of(Base64.getMimeDecoder().decode(text(source, "data")));
        } catch (IllegalArgumentException _) {
            throw new IOException("has a picture whose data is not Base64");
        } catch (IOException e) {
            throw new IOException("has a picture that cannot be sent: " + e.getMessage(), e);
        }
    }
}
