package dev.deft.agent.model.openai;

import static dev.deft.agent.model.http.WireJson.number;
import static dev.deft.agent.model.http.WireJson.objects;

import dev.deft.agent.model.Part;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The reasoning of an answer, in the forms that servers of this wire have for it, and what of it
/// they want back with the next request. Only the model that it came from gets it back: others may
/// reject the fields.
///
/// | server | form | sent back |
/// | --- | --- | --- |
/// | DeepSeek, Qwen, vLLM, SGLang | `reasoning_content` | with calls |
/// | OpenRouter | `reasoning_details` | always, as they came |
/// | Mistral | parts of the content of type `thinking` | always |
/// | Groq, Ollama, LM Studio | `reasoning` | never |
/// | local models | `<think>` in the text | never |
final class OpenAiReasoning {

    private static final String CONTENT = "reasoning_content";
    private static final String DETAILS = "reasoning_details";
    private static final String THINKING = "thinking";
    private static final String MODEL = "model";

    /// Fields of details that arrive in pieces.
    private static final Set<String> PIECES = Set.of("text", "summary", "data");

    private final StringBuilder text = new StringBuilder();
    private final Map<String, Json.Obj> details = new LinkedHashMap<>();
    private boolean field;
    private boolean parts;

    /// Reads the fields of a delta.
    ///
    /// @return the new reasoning
    String read(Json.Obj delta) {
        field |= delta.text(CONTENT).isPresent();
        var ofDetails = new StringBuilder();
        for (Json.Obj detail : objects(delta, DETAILS)) {
            keep(detail);
            ofDetails.append(detail.text("text").or(() -> detail.text("summary")).orElse(""));
        }
        return delta.text(CONTENT)
                .filter(it -> !it.isEmpty())
                .or(() -> delta.text("reasoning"))
                .filter(it -> !it.isEmpty())
                .orElseGet(ofDetails::toString);
    }

    /// Joins the pieces of a detail, which have the same place and type.
    private void keep(Json.Obj piece) {
        String key = number(piece, "index", 0) + piece.text("type").orElse("");
        Json.Obj known = details.getOrDefault(key, Json.Obj.EMPTY);
        for (Map.Entry<String, Json> each : piece.fields().entrySet()) {
            String name = each.getKey();
            if (PIECES.contains(name) && each.getValue() instanceof Json.Str(String words)) {
                known = known.with(name, known.text(name).orElse("") + words);
            } else if (!each.getValue().equals(Json.Null.VALUE)) {
                known = known.with(name, each.getValue());
            }
        }
        details.put(key, known);
    }

    /// Reads a part of the content: a string, or a list of parts with text.
    ///
    /// @return the new reasoning
    String readPart(Json.Obj part) {
        Json thinking = part.find(THINKING).orElse(Json.Null.VALUE);
        parts |= !thinking.equals(Json.Null.VALUE);
        return thinking instanceof Json.Str(String words)
                ? words
                : String.join(
                        "",
                        objects(part, THINKING).stream()
                                .map(it -> it.text("text").orElse(""))
                                .toList());
    }

    void add(String words) {
        text.append(words);
    }

    int chars() {
        return text.length();
    }

    /// The part of the answer; empty without reasoning. DeepSeek wants the field back with calls,
    /// even if it is empty.
    Optional<Part.Reasoning> part(String model, boolean calls) {
        if (text.isEmpty() && details.isEmpty() && !(field && calls)) {
            return Optional.empty();
        }
        return Optional.of(new Part.Reasoning(text.toString(), sealed(model)));
    }

    private Json.Obj sealed(String model) {
        Json.Obj of = Json.Obj.EMPTY.with(MODEL, model);
        if (!details.isEmpty()) {
            return of.with(DETAILS, new Json.Arr(List.copyOf(details.values())));
        }
        if (field) {
            return of.with(CONTENT, new Json.Bool(true));
        }
        return parts ? of.with(THINKING, new Json.Bool(true)) : Json.Obj.EMPTY;
    }

    /// Adds the reasoning of an earlier answer to its message.
    ///
    /// @param message with its content and calls
    static Json.Obj sendBack(
            Json.Obj message, List<Part> parts, String text, boolean calls, String model) {
        Json.Obj all = message;
        for (Part part : parts) {
            if (part instanceof Part.Reasoning thought
                    && thought.sealed().text(MODEL).equals(Optional.of(model))) {
                all = sendBack(all, thought, text, calls);
            }
        }
        return all;
    }

    private static Json.Obj sendBack(
            Json.Obj message, Part.Reasoning thought, String text, boolean calls) {
        Json.Obj sealed = thought.sealed();
        if (sealed.find(DETAILS).orElse(Json.Null.VALUE) instanceof Json.Arr details) {
            return message.with(DETAILS, details);
        }
        if (sealed.find(CONTENT).isPresent() && calls) {
            return message.with(CONTENT, thought.text());
        }
        return sealed.find(THINKING).isPresent() && !thought.text().isBlank()
                ? message.with("content", content(thought.text(), text))
                : message;
    }

    private static Json.Arr content(String thought, String text) {
        List<Json> content = new ArrayList<>();
        Json inner = Json.Obj.EMPTY.with("type", "text").with("text", thought);
        content.add(
                Json.Obj.EMPTY
                        .with("type", THINKING)
                        .with(THINKING, new Json.Arr(List.of(inner)))
                        .with("closed", new Json.Bool(true)));
        if (!text.isEmpty()) {
            content.add(Json.Obj.EMPTY.with("type", "text").with("text", text));
        }
        return new Json.Arr(content);
    }
}
