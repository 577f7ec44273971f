package dev.deft.agent.model.openai;

import static dev.deft.agent.model.http.WireJson.list;
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
import dev.deft.agent.model.http.ProviderError;
import dev.deft.agent.model.http.ProviderException;
import dev.deft.agent.model.http.ServerEvent;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Builds an answer from the chunks of the Chat Completions wire, in the variants of its servers.
final class OpenAiAnswer implements AnswerReader {

    private static final String END = "[DONE]";

    private final AnswerListener listener;
    private final OpenAiCalls calls;
    private final StringBuilder text = new StringBuilder();
    private final String requestedModel;
    private final OpenAiReasoning reasoning = new OpenAiReasoning();
    private final ThinkTags tags = new ThinkTags(this::say, this::think);
    private final AnswerPictures pictures = new AnswerPictures();
    private String model = "";
    private String finish = "";
    private boolean refused;
    private boolean ended;
    private Usage usage = Usage.NONE;

    OpenAiAnswer(
            String requestedModel, ToolNames names, Supplier<String> ids, AnswerListener listener) {
        this.requestedModel = requestedModel;
        this.listener = listener;
        this.calls = new OpenAiCalls(names, ids, listener);
    }

    @Override
    public void read(ServerEvent event) throws IOException {
        if (event.is(END)) {
            ended = true;
            tags.end();
            return;
        }
        Json.Obj chunk = event.object();
        Optional<ProviderError> error = OpenAiErrors.inStream(chunk);
        if (error.isPresent()) {
            throw new ProviderException(error.get());
        }
        model = chunk.text("model").orElse(model);
        if (chunk.find("usage").orElse(Json.Null.VALUE) instanceof Json.Obj counted) {
            usage = count(counted);
        }
        // Requests ask for one choice.
        List<Json> choices = list(chunk, "choices");
        if (!choices.isEmpty() && choices.getFirst() instanceof Json.Obj choice) {
            read(choice);
        }
    }

    private void read(Json.Obj choice) {
        // A server that does not stream sends the whole message.
        Json.Obj delta =
                choice.find("delta").or(() -> choice.find("message")).orElse(Json.Null.VALUE)
                                instanceof Json.Obj it
                        ? it
                        : Json.Obj.EMPTY;
        think(reasoning.read(delta));
        readContent(delta.find("content").orElse(Json.Null.VALUE));
        String refusal = delta.text("refusal").orElse("");
        refused |= !refusal.isEmpty();
        say(refusal);
        for (Json call : list(delta, "tool_calls")) {
            if (call instanceof Json.Obj it) {
                calls.read(it);
            }
        }
        for (Json.Obj picture : objects(delta, "images")) {
            addPicture(picture);
        }
        finish = choice.text("finish_reason").orElse(finish);
        if (!finish.isEmpty()) {
            tags.end();
        }
    }

    /// Usually a string; some servers send a list of parts, also with reasoning and pictures.
    private void readContent(Json content) {
        if (content instanceof Json.Str(String words)) {
            tags.read(words);
        }
        if (content instanceof Json.Arr(List<Json> parts)) {
            for (Json part : parts) {
                if (part instanceof Json.Obj it) {
                    think(reasoning.readPart(it));
                    say(it.text("text").orElse(""));
                    addPicture(it);
                }
            }
        }
    }

    /// Servers write `{"image_url": {"url": "data:…"}}` or `{"image_url": "data:…"}`.
    private void addPicture(Json.Obj part) {
        object(part, "image_url")
                .text("url")
                .or(() -> part.text("image_url"))
                .ifPresent(it -> pictures.addUrl(it, this::say));
    }

    private void say(String words) {
        if (!words.isEmpty()) {
            text.append(words);
            listener.text(words);
        }
    }

    private void think(String words) {
        if (!words.isEmpty()) {
            reasoning.add(words);
            listener.reasoning(words);
        }
    }

    /// This wire includes cached tokens in the prompt tokens.
    private static Usage count(Json.Obj counted) {
        Json.Obj details = object(counted, "prompt_tokens_details");
        long read = number(details, "cached_tokens", number(counted, "prompt_cache_hit_tokens", 0));
        long written = number(details, "cache_write_tokens", 0);
        return new Usage(
                Math.max(0, number(counted, "prompt_tokens", 0) - read - written),
                number(counted, "completion_tokens", 0),
                read,
                written);
    }

    /// Usage follows the finish reason, so only the last line ends a stream.
    @Override
    public boolean complete() {
        return ended;
    }

    /// This wire counts at the end only.
    @Override
    public Usage usage() {
        int calling = calls.chars();
        return Estimate.of(usage, text.length() + tags.chars() + reasoning.chars() + calling);
    }

    @Override
    public Optional<Answer> answer() {
        if (finish.isEmpty() || finish.equals("error")) {
            return Optional.empty();
        }
        var parts = new ArrayList<Part>();
        List<Part.Call> wanted = calls.all();
        reasoning.part(requestedModel, !wanted.isEmpty()).ifPresent(parts::add);
        if (!text.isEmpty()) {
            parts.add(new Part.Text(text.toString()));
        }
        parts.addAll(pictures.all());
        parts.addAll(wanted);
        var message = new Message.Assistant(parts);
        return Optional.of(new Answer(message, stop(message), usage, model));
    }

    private Answer.Stop stop(Message.Assistant message) {
        if (refused) {
            return Answer.Stop.REFUSED;
        }
        return switch (finish) {
            case "length" -> Answer.Stop.LENGTH;
            case "content_filter" -> Answer.Stop.REFUSED;
            default -> message.calls().isEmpty() ? Answer.Stop.DONE : Answer.Stop.CALLS;
        };
    }
}
