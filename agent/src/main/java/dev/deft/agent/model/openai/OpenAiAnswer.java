package dev.deft.agent.model.openai;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Estimate;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.agent.model.http.AnswerReader;
import dev.deft.agent.model.http.ProviderError;
import dev.deft.agent.model.http.ProviderException;
import dev.deft.agent.model.http.ServerEvent;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.codec.JsonText;
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
    private final StringBuilder reasoning = new StringBuilder();
    private String model = "";
    private String finish = "";
    private boolean refused;
    private boolean ended;
    private Usage usage = Usage.NONE;

    OpenAiAnswer(ToolNames names, Supplier<String> ids, AnswerListener listener) {
        this.listener = listener;
        this.calls = new OpenAiCalls(names, ids, listener);
    }

    @Override
    public void read(ServerEvent event) throws IOException {
        String data = event.data().strip();
        if (data.equals(END)) {
            ended = true;
            return;
        }
        Json.Obj chunk = JsonText.parseObject(data);
        Optional<ProviderError> error = OpenAiWire.inStream(chunk);
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
        think(
                delta.text("reasoning_content")
                        .filter(it -> !it.isEmpty())
                        .or(() -> delta.text("reasoning"))
                        .orElse(""));
        readContent(delta.find("content").orElse(Json.Null.VALUE));
        String refusal = delta.text("refusal").orElse("");
        refused |= !refusal.isEmpty();
        say(refusal);
        for (Json call : list(delta, "tool_calls")) {
            if (call instanceof Json.Obj it) {
                calls.read(it);
            }
        }
        finish = choice.text("finish_reason").orElse(finish);
    }

    /// Usually a string; some servers send a list of parts, also with reasoning.
    private void readContent(Json content) {
        if (content instanceof Json.Str(String words)) {
            say(words);
        }
        if (content instanceof Json.Arr(List<Json> parts)) {
            for (Json part : parts) {
                if (part instanceof Json.Obj it) {
                    think(thought(it.find("thinking").orElse(Json.Null.VALUE)));
                    say(it.text("text").orElse(""));
                }
            }
        }
    }

    /// Reasoning is a string, or a list of parts with text.
    private static String thought(Json thinking) {
        if (thinking instanceof Json.Str(String words)) {
            return words;
        }
        var joined = new StringBuilder();
        if (thinking instanceof Json.Arr(List<Json> parts)) {
            for (Json part : parts) {
                if (part instanceof Json.Obj it) {
                    joined.append(it.text("text").orElse(""));
                }
            }
        }
        return joined.toString();
    }

    private void say(String words) {
        if (!words.isEmpty()) {
            text.append(words);
            listener.text(words);
        }
    }

    private void think(String words) {
        if (!words.isEmpty()) {
            reasoning.append(words);
            listener.reasoning(words);
        }
    }

    /// This wire includes cached tokens in the prompt tokens.
    private static Usage count(Json.Obj counted) {
        Json.Obj details =
                counted.find("prompt_tokens_details").orElse(Json.Null.VALUE) instanceof Json.Obj it
                        ? it
                        : Json.Obj.EMPTY;
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
        return Estimate.of(usage, text.length() + reasoning.length() + calling);
    }

    @Override
    public Optional<Answer> answer() {
        if (finish.isEmpty() || finish.equals("error")) {
            return Optional.empty();
        }
        var parts = new ArrayList<Part>();
        if (!reasoning.isEmpty()) {
            parts.add(new Part.Reasoning(reasoning.toString(), Json.Obj.EMPTY));
        }
        if (!text.isEmpty()) {
            parts.add(new Part.Text(text.toString()));
        }
        parts.addAll(calls.all());
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

    private static List<Json> list(Json.Obj from, String name) {
        return from.find(name).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> items)
                ? items
                : List.of();
    }

    private static long number(Json.Obj from, String name, long otherwise) {
        return from.find(name).orElse(Json.Null.VALUE) instanceof Json.Num it
                ? it.asLong().orElse(otherwise)
                : otherwise;
    }
}
