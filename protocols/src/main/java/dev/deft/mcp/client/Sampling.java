package dev.deft.mcp.client;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.engine.source.LentModel;
import dev.deft.host.Bytes;
import dev.deft.host.Host;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.policy.ServerPermissions;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Asks the model of the session for a server, under the permission `mcp:<server>:sampling`.
final class Sampling {

    private static final int MOST_TOKENS = 8_192;
    private static final int SHOWN = 300;

    private final String server;
    private final Host host;

    Sampling(String server, Host host) {
        this.server = server;
        this.host = host;
    }

    Json answer(Json.Obj params) throws RpcException, IOException, InterruptedException {
        Prompt prompt = prompt(params);
        Answer answer =
                host.handle(LentModel.class)
                        .ask(
                                ServerPermissions.of(server, "sampling"),
                                "The MCP server %s asks the model: %s"
                                        .formatted(server, shown(prompt)),
                                prompt);
        return Json.Obj.EMPTY
                .with("role", "assistant")
                .with(
                        "content",
                        Json.Obj.EMPTY.with("type", "text").with("text", answer.message().text()))
                .with("model", answer.model())
                .with("stopReason", stop(answer.stop()));
    }

    private static String stop(Answer.Stop stop) {
        return switch (stop) {
            case DONE, CALLS, UNHEARD -> "endTurn";
            case LENGTH -> "maxTokens";
            case REFUSED -> "refusal";
        };
    }

    private static String shown(Prompt prompt) {
        Message last = prompt.messages().getLast();
        String text =
                switch (last) {
                    case Message.User(List<Part> parts) -> text(parts);
                    case Message.Assistant it -> it.text();
                    case Message.Results _ -> "";
                };
        return TerminalText.decide(TerminalText.cut(text, SHOWN));
    }

    private static String text(List<Part> parts) {
        var text = new StringBuilder();
        for (Part it : parts) {
            if (it instanceof Part.Text(String piece)) {
                text.append(piece);
            }
        }
        return text.toString();
    }

    private static Prompt prompt(Json.Obj params) throws RpcException {
        List<Message> messages = new ArrayList<>();
        if (params.find("messages").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> all)) {
            for (Json it : all) {
                messages.add(message(it));
            }
        }
        if (messages.isEmpty() || !(messages.getLast() instanceof Message.User)) {
            throw RpcException.invalidParams("The last message must be of the user.");
        }
        long tokens =
                number(params, "maxTokens").map(Json.Num::asLong).flatMap(it -> it).orElse(1_024L);
        OptionalDouble temperature =
                number(params, "temperature")
                        .map(it -> OptionalDouble.of(it.asDouble()))
                        .orElse(OptionalDouble.empty());
        return new Prompt(
                params.text("systemPrompt").map(List::of).orElse(List.of()),
                messages,
                List.of(),
                Math.clamp(tokens, 1, MOST_TOKENS),
                new Prompt.Sampling(temperature, OptionalDouble.empty()));
    }

    private static Optional<Json.Num> number(Json.Obj params, String name) {
        return params.find(name).filter(Json.Num.class::isInstance).map(Json.Num.class::cast);
    }

    private static Message message(Json json) throws RpcException {
        if (!(json instanceof Json.Obj message)) {
            throw RpcException.invalidParams("A message is an object.");
        }
        List<Part> parts = new ArrayList<>();
        Json content = message.find("content").orElse(Json.Null.VALUE);
        List<Json> blocks =
                content instanceof Json.Arr(List<Json> items) ? items : List.of(content);
        for (Json it : blocks) {
            parts.add(part(it));
        }
        return message.text("role").equals(Optional.of("assistant"))
                ? new Message.Assistant(parts)
                : new Message.User(parts);
    }

    private static Part part(Json json) throws RpcException {
        if (json instanceof Json.Obj block) {
            if (block.text("type").equals(Optional.of("text"))) {
                return new Part.Text(block.text("text").orElse(""));
            }
            if (block.text("type").equals(Optional.of("image"))) {
                return image(block);
            }
        }
        throw RpcException.invalidParams("A message may have text and images.");
    }

    private static Part image(Json.Obj block) throws RpcException {
        try {
            byte[] bytes = Base64.getMimeDecoder().decode(block.text("data").orElse(""));
            return new Part.Media(block.text("mimeType").orElse("image/png"), Bytes.wrap(bytes));
        } catch (IllegalArgumentException _) {
            throw RpcException.invalidParams("An image cannot be read.");
        }
    }
}
