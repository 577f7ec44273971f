package dev.deft.agent.model.anthropic;

import static dev.deft.agent.model.http.WireJson.number;
import static dev.deft.agent.model.http.WireJson.object;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Estimate;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.model.http.AnswerReader;
import dev.deft.agent.model.http.ProviderException;
import dev.deft.agent.model.http.ServerEvent;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Builds an answer from the events of the Messages wire.
final class AnthropicAnswer implements AnswerReader {

    private final ToolNames names;
    private final AnswerListener listener;
    private final Map<Long, Block> blocks = new TreeMap<>();
    private String model = "";
    private String stopReason = "";
    private Usage usage = Usage.NONE;
    private boolean complete;

    AnthropicAnswer(ToolNames names, AnswerListener listener) {
        this.names = names;
        this.listener = listener;
    }

    @Override
    public void read(ServerEvent event) throws IOException {
        Json.Obj data = event.object();
        switch (data.text("type").orElse("")) {
            case "message_start" -> begin(object(data, "message"));
            case "content_block_start" -> beginBlock(index(data), object(data, "content_block"));
            case "content_block_delta" -> addTo(index(data), object(data, "delta"));
            case "message_delta" -> {
                stopReason = object(data, "delta").text("stop_reason").orElse(stopReason);
                count(object(data, "usage"));
            }
            case "message_stop" -> complete = true;
            case "error" ->
                    throw new ProviderException(AnthropicWire.inStream(object(data, "error")));
            default -> {}
        }
    }

    private void begin(Json.Obj message) {
        model = message.text("model").orElse("");
        count(object(message, "usage"));
    }

    /// Counts are totals; absent ones keep their value.
    private void count(Json.Obj counted) {
        usage =
                new Usage(
                        number(counted, "input_tokens", usage.input()),
                        number(counted, "output_tokens", usage.output()),
                        number(counted, "cache_read_input_tokens", usage.cacheRead()),
                        number(counted, "cache_creation_input_tokens", usage.cacheWrite()));
    }

    private void beginBlock(long index, Json.Obj start) {
        var block = new Block(start);
        blocks.put(index, block);
        switch (block.type) {
            case "text" -> say(block, start.text("text").orElse(""));
            case "thinking" -> {
                think(block, start.text("thinking").orElse(""));
                block.signature.append(start.text("signature").orElse(""));
            }
            case "tool_use" -> listener.calling(names.fromWire(start.text("name").orElse("")));
            default -> {}
        }
    }

    private void addTo(long index, Json.Obj delta) {
        Block block = blocks.get(index);
        if (block == null) {
            return;
        }
        switch (delta.text("type").orElse("")) {
            case "text_delta" -> say(block, delta.text("text").orElse(""));
            case "thinking_delta" -> think(block, delta.text("thinking").orElse(""));
            case "signature_delta" -> block.signature.append(delta.text("signature").orElse(""));
            case "input_json_delta" -> block.words.append(delta.text("partial_json").orElse(""));
            default -> {}
        }
    }

    private void say(Block block, String words) {
        block.words.append(words);
        if (!words.isEmpty()) {
            listener.text(words);
        }
    }

    private void think(Block block, String words) {
        block.words.append(words);
        if (!words.isEmpty()) {
            listener.reasoning(words);
        }
    }

    @Override
    public boolean complete() {
        return complete;
    }

    /// Output is counted at the end only; until then it is estimated.
    @Override
    public Usage usage() {
        int chars = blocks.values().stream().mapToInt(it -> it.words.length()).sum();
        return Estimate.of(usage, chars);
    }

    @Override
    public Optional<Answer> answer() {
        if (!complete) {
            return Optional.empty();
        }
        List<Part> parts = new ArrayList<>();
        for (Block block : blocks.values()) {
            Optional<Part> part = part(block);
            if (part.isPresent()) {
                parts.add(part.get());
            }
        }
        var message = new Message.Assistant(parts);
        return Optional.of(new Answer(message, stop(!message.calls().isEmpty()), usage, model));
    }

    private Optional<Part> part(Block block) {
        String words = block.words.toString();
        return switch (block.type) {
            case "text" -> words.isEmpty() ? Optional.empty() : Optional.of(new Part.Text(words));
            case "thinking" ->
                    Optional.of(
                            new Part.Reasoning(
                                    words, SignedThought.thinking(block.signature.toString())));
            case "redacted_thinking" ->
                    Optional.of(
                            new Part.Reasoning(
                                    "",
                                    SignedThought.redacted(block.start.text("data").orElse(""))));
            case "tool_use" ->
                    Optional.of(
                            new Part.Call(
                                    block.start.text("id").orElse(""),
                                    names.fromWire(block.start.text("name").orElse("")),
                                    block.arguments()));
            default -> Optional.empty();
        };
    }

    private Answer.Stop stop(boolean calls) {
        return switch (stopReason) {
            case "max_tokens", "model_context_window_exceeded" -> Answer.Stop.LENGTH;
            case "refusal" -> Answer.Stop.REFUSED;
            default -> calls ? Answer.Stop.CALLS : Answer.Stop.DONE;
        };
    }

    private static long index(Json.Obj data) {
        return number(data, "index", 0);
    }

    /// A content block under construction.
    private static final class Block {

        private final Json.Obj start;
        private final String type;
        private final StringBuilder words = new StringBuilder();
        private final StringBuilder signature = new StringBuilder();

        Block(Json.Obj start) {
            this.start = start;
            this.type = start.text("type").orElse("");
        }

        /// The deltas; without any, the initial input.
        String arguments() {
            return words.toString().isBlank()
                    ? JsonText.write(object(start, "input"))
                    : words.toString();
        }
    }
}
