package dev.deft.agent.model.responses;

import static dev.deft.agent.model.http.WireJson.number;
import static dev.deft.agent.model.http.WireJson.object;
import static dev.deft.agent.model.http.WireJson.objects;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Estimate;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.model.http.AnswerPictures;
import dev.deft.agent.model.http.AnswerReader;
import dev.deft.agent.model.http.ProviderException;
import dev.deft.agent.model.http.ServerEvent;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Builds an answer from the events of the Responses wire.
///
/// Items are told apart by their place in the output: some servers give an item another id in each
/// event.
final class ResponsesAnswer implements AnswerReader {

    private static final String END = "[DONE]";
    private static final String PICTURE = "image_generation_call";

    private final String requestedModel;
    private final ToolNames names;
    private final AnswerListener listener;
    private final Map<Long, Item> items = new TreeMap<>();
    private final AnswerPictures pictures = new AnswerPictures();
    private String model = "";
    private String incomplete = "";
    private Usage usage = Usage.NONE;
    private boolean refused;
    private boolean complete;

    ResponsesAnswer(String requestedModel, ToolNames names, AnswerListener listener) {
        this.requestedModel = requestedModel;
        this.names = names;
        this.listener = listener;
    }

    @Override
    public void read(ServerEvent event) throws IOException {
        if (event.is(END)) {
            return;
        }
        Json.Obj data = event.object();
        switch (data.text("type").orElse("")) {
            case "response.created", "response.in_progress" ->
                    model = object(data, "response").text("model").orElse(model);
            case "response.output_item.added" -> begin(index(data), object(data, "item"));
            case "response.output_text.delta" -> say(item(data), delta(data));
            case "response.refusal.delta" -> {
                refused = true;
                say(item(data), delta(data));
            }
            case "response.reasoning_summary_part.added" -> beginSummary(item(data));
            case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
                    think(item(data), delta(data));
            case "response.function_call_arguments.delta" -> item(data).words.append(delta(data));
            case "response.output_item.done" -> end(item(data), object(data, "item"));
            case "response.completed", "response.incomplete" -> end(object(data, "response"));
            case "response.failed" -> throw failed(object(data, "response"));
            // The error is in a field, or is the event itself.
            case "error" -> {
                Json.Obj error = object(data, "error");
                throw new ProviderException(
                        ResponsesWire.inStream(
                                error.fields().isEmpty() ? data.without("type") : error));
            }
            case "" -> readWhole(data);
            default -> {}
        }
    }

    /// A server that does not stream sends the whole response.
    private void readWhole(Json.Obj response) throws ProviderException {
        if (!response.text("object").equals(Optional.of("response"))) {
            return;
        }
        if (response.text("status").equals(Optional.of("failed"))) {
            throw failed(response);
        }
        long index = 0;
        for (Json.Obj done : objects(response, "output")) {
            end(begin(index, done), done);
            index++;
        }
        end(response);
    }

    private static ProviderException failed(Json.Obj response) {
        return new ProviderException(ResponsesWire.inStream(object(response, "error")));
    }

    private Item begin(long index, Json.Obj start) {
        var item = new Item(start);
        items.put(index, item);
        if (item.type.equals("function_call")) {
            listener.calling(names.fromWire(start.text("name").orElse("")));
        }
        return item;
    }

    /// Summaries have paragraphs, each a part of its own.
    private void beginSummary(Item item) {
        if (!item.words.isEmpty()) {
            think(item, "\n\n");
        }
    }

    /// The item of an event; one that was never announced is ignored.
    private Item item(Json.Obj data) {
        Item known = items.get(index(data));
        return known == null ? new Item(Json.Obj.EMPTY) : known;
    }

    private void say(Item item, String words) {
        item.words.append(words);
        if (!words.isEmpty()) {
            listener.text(words);
        }
    }

    private void think(Item item, String words) {
        item.words.append(words);
        if (!words.isEmpty()) {
            listener.reasoning(words);
        }
    }

    /// The whole item comes at its end. Some servers send no deltas before.
    private void end(Item item, Json.Obj done) {
        item.done = done;
        if (!item.words.isEmpty()) {
            return;
        }
        switch (item.type) {
            case "message" -> {
                for (Json.Obj part : objects(done, "content")) {
                    refused |= part.text("refusal").isPresent();
                    say(item, part.text("text").or(() -> part.text("refusal")).orElse(""));
                }
            }
            case "reasoning" -> {
                for (Json.Obj part : objects(done, "summary")) {
                    beginSummary(item);
                    think(item, part.text("text").orElse(""));
                }
            }
            case PICTURE ->
                    done.text("result").ifPresent(it -> pictures.add(it, note -> say(item, note)));
            default -> {}
        }
    }

    private void end(Json.Obj response) {
        model = response.text("model").orElse(model);
        incomplete = object(response, "incomplete_details").text("reason").orElse("");
        usage = count(object(response, "usage"));
        complete = true;
    }

    /// This wire includes cached tokens in the input tokens.
    private static Usage count(Json.Obj counted) {
        Json.Obj details = object(counted, "input_tokens_details");
        long read = number(details, "cached_tokens", 0);
        long written = number(details, "cache_write_tokens", 0);
        return new Usage(
                Math.max(0, number(counted, "input_tokens", 0) - read - written),
                number(counted, "output_tokens", 0),
                read,
                written);
    }

    @Override
    public boolean complete() {
        return complete;
    }

    /// This wire counts at the end only.
    @Override
    public Usage usage() {
        int chars = items.values().stream().mapToInt(it -> it.words.length()).sum();
        return Estimate.of(usage, chars);
    }

    @Override
    public Optional<Answer> answer() {
        if (!complete) {
            return Optional.empty();
        }
        List<Part> parts = new ArrayList<>();
        for (Item item : items.values()) {
            add(item, parts);
        }
        parts.addAll(pictures.all());
        var message = new Message.Assistant(parts);
        return Optional.of(new Answer(message, stop(message), usage, model));
    }

    private void add(Item item, List<Part> parts) {
        String words = item.words.toString();
        switch (item.type) {
            case "message", PICTURE -> {
                if (!words.isEmpty()) {
                    item.done
                            .text("phase")
                            .ifPresent(it -> parts.add(ReasoningItem.phase(it, requestedModel)));
                    parts.add(new Part.Text(words));
                }
            }
            case "reasoning" -> {
                Part.Reasoning thought = ReasoningItem.of(words, item.done, requestedModel);
                if (!words.isEmpty() || !thought.sealed().fields().isEmpty()) {
                    parts.add(thought);
                }
            }
            case "function_call" -> parts.add(call(item));
            default -> {}
        }
    }

    private Part.Call call(Item item) {
        String arguments = item.done.text("arguments").orElse(item.words.toString());
        return new Part.Call(
                item.done.text("call_id").or(() -> item.done.text("id")).orElse(""),
                names.fromWire(item.done.text("name").orElse("")),
                arguments.isBlank() ? "{}" : arguments);
    }

    private Answer.Stop stop(Message.Assistant message) {
        if (refused) {
            return Answer.Stop.REFUSED;
        }
        return switch (incomplete) {
            case "max_output_tokens" -> Answer.Stop.LENGTH;
            case "content_filter" -> Answer.Stop.REFUSED;
            default -> message.calls().isEmpty() ? Answer.Stop.DONE : Answer.Stop.CALLS;
        };
    }

    private static long index(Json.Obj data) {
        return number(data, "output_index", 0);
    }

    private static String delta(Json.Obj data) {
        return data.text("delta").orElse("");
    }

    /// An output item under construction.
    private static final class Item {

        private final String type;
        private final StringBuilder words = new StringBuilder();
        private Json.Obj done;

        Item(Json.Obj start) {
            this.type = start.text("type").orElse("");
            this.done = start;
        }
    }
}
