package dev.deft.agent.model.anthropic;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.http.MessageBytes;
import dev.deft.agent.model.http.RequestFormat;
import dev.deft.agent.model.http.SamplingFields;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.codec.JsonBytes;
import dev.deft.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Writes a prompt as a request of the Messages wire.
///
/// Four cache breakpoints are set: at the end of the tools, of the system prompt, and of the last
/// two user messages. The older of these is where the previous request ended.
final class AnthropicRequest implements RequestFormat {

    private static final int MARKED_MESSAGES = 2;

    private static final Json.Obj MARK = Json.Obj.EMPTY.with("type", "ephemeral");

    private static final byte[] USER = ascii("{\"role\":\"user\",\"content\":[");
    private static final byte[] ASSISTANT = ascii("{\"role\":\"assistant\",\"content\":[");

    /// The end of a block with a breakpoint, and of a message.
    private static final byte[] MARKED_END = ascii(",\"cache_control\":" + MARK + "}]},");

    private static final byte[] END = ascii("]},");

    private final String model;

    AnthropicRequest(String model) {
        this.model = model;
    }

    private static byte[] ascii(String json) {
        return json.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte[] system(List<String> sections) {
        List<Json> blocks = new ArrayList<>();
        sections.forEach(it -> AnthropicBlocks.text(it).ifPresent(blocks::add));
        return blocks.isEmpty() ? new byte[0] : JsonBytes.of(new Json.Arr(marked(blocks)));
    }

    @Override
    public byte[] tools(List<Json.Obj> definitions, ToolNames names) {
        List<Json> tools = new ArrayList<>();
        for (Json.Obj it : definitions) {
            tools.add(
                    Json.Obj.EMPTY
                            .with("name", names.toWire(it.text("name").orElse("")))
                            .with("description", it.text("description").orElse(""))
                            .with("input_schema", schema(it)));
        }
        return JsonBytes.of(new Json.Arr(marked(tools)));
    }

    private static Json.Obj schema(Json.Obj definition) {
        Json.Obj schema =
                definition.find("parameters").orElse(Json.Null.VALUE) instanceof Json.Obj it
                        ? it
                        : Json.Obj.EMPTY;
        return schema.find("type").isPresent() ? schema : schema.with("type", "object");
    }

    private static List<Json> marked(List<Json> blocks) {
        if (blocks.getLast() instanceof Json.Obj last) {
            blocks.set(blocks.size() - 1, last.with("cache_control", MARK));
        }
        return blocks;
    }

    @Override
    public void begin(Prompt prompt, byte[] system, byte[] tools, JsonBytes out) {
        out.add('{')
                .field("model", new Json.Str(model))
                .field("max_tokens", Json.Num.of(prompt.maxTokens()))
                .field("stream", new Json.Bool(true));
        if (system.length > 0) {
            out.name("system").bytes(system);
        }
        if (tools.length > 0) {
            out.name("tools").bytes(tools);
        }
        SamplingFields.write(prompt.sampling(), out);
        AnthropicThinking.write(model, prompt, out);
        out.name("messages").add('[');
    }

    @Override
    public void message(Message message, ToolNames names, JsonBytes out) {
        out.values(
                switch (message) {
                    case Message.User(List<Part> parts) -> AnthropicBlocks.parts(parts);
                    case Message.Assistant it -> AnthropicBlocks.assistant(it, names);
                    case Message.Results(List<Message.CallResult> results) ->
                            AnthropicBlocks.results(results);
                });
    }

    /// The last two messages of the user have marks that they will lose, and the last message may
    /// grow.
    @Override
    public int settled(List<MessageBytes> messages) {
        int marked = 0;
        int start = messages.size();
        boolean inUser = false;
        for (int at = messages.size() - 1; at >= 0; at--) {
            if (messages.get(at).isEmpty()) {
                continue;
            }
            boolean user = isUser(messages.get(at));
            if (user && !inUser && marked++ == MARKED_MESSAGES) {
                return start;
            }
            inUser = user;
            start = user ? at : start;
        }
        return 0;
    }

    private static boolean isUser(MessageBytes message) {
        return message.kind() != MessageBytes.Kind.ASSISTANT;
    }

    /// Consecutive messages of one role are one message on this wire. Its results come first, as
    /// the provider requires.
    @Override
    public int item(List<MessageBytes> messages, int at, int settled, JsonBytes out) {
        boolean user = isUser(messages.get(at));
        int end = at;
        int next = at;
        while (next < messages.size() && isUser(messages.get(next)) == user) {
            end = next + 1;
            next = next(messages, end);
        }
        out.bytes(user ? USER : ASSISTANT);
        write(messages.subList(at, end), true, out);
        write(messages.subList(at, end), false, out);
        out.shortenTo(out.length() - 1);
        if (user && at >= settled) {
            out.shortenTo(out.length() - 1);
            out.bytes(MARKED_END);
        } else {
            out.bytes(END);
        }
        return next;
    }

    /// The next message that is sent.
    private static int next(List<MessageBytes> messages, int at) {
        int next = at;
        while (next < messages.size() && messages.get(next).isEmpty()) {
            next++;
        }
        return next;
    }

    private static void write(List<MessageBytes> messages, boolean results, JsonBytes out) {
        for (MessageBytes it : messages) {
            if (!it.isEmpty() && (it.kind() == MessageBytes.Kind.RESULTS) == results) {
                it.write(out);
                out.add(',');
            }
        }
    }
}
