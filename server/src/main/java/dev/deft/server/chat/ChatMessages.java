package dev.deft.server.chat;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.engine.attachment.PromptPicture;
import dev.deft.json.Json;
import dev.deft.server.http.ProblemException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/// The messages of a request.
///
/// @param system the texts of system and developer messages
/// @param earlier what was said before the last message
/// @param last of the user
record ChatMessages(List<String> system, List<Message> earlier, Message.User last) {

    private static final String DATA = "data:";
    private static final String BASE64 = ";base64";

    static ChatMessages read(Json.Obj body) throws ProblemException {
        if (!(body.find("messages").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> all))
                || all.isEmpty()) {
            throw ChatRequest.mistake("messages", "messages is a list with at least one message.");
        }
        List<String> system = new ArrayList<>();
        List<Message> said = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            String where = "messages[%d]".formatted(i);
            if (!(all.get(i) instanceof Json.Obj message)) {
                throw ChatRequest.mistake(where, where + " is not an object.");
            }
            add(message, where, system, said);
        }
        if (said.isEmpty() || !(said.getLast() instanceof Message.User last)) {
            throw ChatRequest.mistake(
                    "messages", "The last message is one of the user, which the agent answers.");
        }
        return new ChatMessages(system, said.subList(0, said.size() - 1), last);
    }

    private static void add(Json.Obj message, String where, List<String> system, List<Message> said)
            throws ProblemException {
        switch (message.text("role").orElse("")) {
            case "system", "developer" -> system.add(text(message, where));
            case "user" -> said.add(new Message.User(parts(message, where)));
            case "assistant" -> {
                if (message.find("tool_calls").orElse(Json.Null.VALUE)
                                instanceof Json.Arr(List<Json> calls)
                        && !calls.isEmpty()) {
                    throw ofClientTools(where + ".tool_calls");
                }
                said.add(new Message.Assistant(List.of(new Part.Text(text(message, where)))));
            }
            case "tool", "function" -> throw ofClientTools(where + ".role");
            default ->
                    throw ChatRequest.mistake(
                            where + ".role",
                            "%s.role is system, developer, user or assistant.".formatted(where));
        }
    }

    private static ProblemException ofClientTools(String where) {
        return ChatRequest.mistake(
                where,
                "The tools of the agent run on the server; a conversation with calls of the client cannot be continued here.");
    }

    private static String text(Json.Obj message, String where) throws ProblemException {
        var text = new StringBuilder();
        for (Part it : parts(message, where)) {
            if (!(it instanceof Part.Text(String piece))) {
                throw ChatRequest.mistake(
                        where + ".content", "Only messages of the user have pictures.");
            }
            text.append(piece);
        }
        return text.toString();
    }

    private static List<Part> parts(Json.Obj message, String where) throws ProblemException {
        String content = where + ".content";
        return switch (message.find("content").orElse(Json.Null.VALUE)) {
            case Json.Str(String text) -> List.of(new Part.Text(text));
            case Json.Arr(List<Json> items) when !items.isEmpty() -> {
                List<Part> parts = new ArrayList<>();
                for (int i = 0; i < items.size(); i++) {
                    parts.add(part(items.get(i), "%s[%d]".formatted(content, i)));
                }
                yield parts;
            }
            case Json _ ->
                    throw ChatRequest.mistake(content, content + " is a text or a list of parts.");
        };
    }

    private static Part part(Json given, String where) throws ProblemException {
        if (given instanceof Json.Obj part) {
            switch (part.text("type").orElse("")) {
                case "text" -> {
                    return new Part.Text(
                            part.text("text")
                                    .orElseThrow(() ->
                                            ChatRequest.mistake(
                                                    where + ".text", where + " has no text.")));
                }
                case "image_url" -> {
                    return picture(part, where + ".image_url.url");
                }
                default -> {
                    // Told below.
                }
            }
        }
        throw ChatRequest.mistake(where, "Parts are texts and pictures (text, image_url).");
    }

    private static Part picture(Json.Obj part, String where) throws ProblemException {
        String url =
                part.find("image_url").orElse(Json.Null.VALUE) instanceof Json.Obj image
                        ? image.text("url").orElse("")
                        : "";
        int comma = url.indexOf(',');
        if (!url.startsWith(DATA)
                || comma < 0
                || !url.substring(0, comma).toLowerCase(Locale.ROOT).endsWith(BASE64)) {
            throw ChatRequest.mistake(
                    where,
                    "A picture is sent as a data: address in Base64; the server fetches none.");
        }
        try {
            return PromptPicture.of(Base64.getMimeDecoder().decode(url.substring(comma + 1)));
        } catch (IllegalArgumentException | IOException e) {
            throw ChatRequest.mistake(
                    where, "The picture cannot be used: %s.".formatted(e.getMessage()));
        }
    }
}
