package dev.deft.agent.model.responses;

import dev.deft.agent.model.Part;
import dev.deft.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What the wire needs back beside text: reasoning as the server sent it, which only the model that
/// made it can read, and the phase of a message.
final class ReasoningItem {

    private static final String ITEM = "item";
    private static final String MODEL = "model";
    private static final String PHASE = "phase";
    private static final String ENCRYPTED = "encrypted_content";

    private ReasoningItem() {}

    static Part.Reasoning of(String text, Json.Obj item, String model) {
        boolean complete = item.text(ENCRYPTED).filter(it -> !it.isEmpty()).isPresent();
        return new Part.Reasoning(
                text,
                complete
                        ? Json.Obj.EMPTY.with(MODEL, model).with(ITEM, withoutNulls(item))
                        : Json.Obj.EMPTY);
    }

    /// The wire rejects `null` in requests where it sends it in answers.
    private static Json.Obj withoutNulls(Json.Obj item) {
        Map<String, Json> fields = new LinkedHashMap<>(item.fields());
        fields.values().removeIf(Json.Null.VALUE::equals);
        return new Json.Obj(fields);
    }

    /// Marks the phase of the text that follows.
    static Part.Reasoning phase(String phase, String model) {
        return new Part.Reasoning("", Json.Obj.EMPTY.with(MODEL, model).with(PHASE, phase));
    }

    /// The item to send back to this model.
    static Optional<Json.Obj> item(Part.Reasoning thought, String model) {
        return isOf(thought, model)
                        && thought.sealed().find(ITEM).orElse(Json.Null.VALUE)
                                instanceof Json.Obj it
                ? Optional.of(it)
                : Optional.empty();
    }

    /// The phase to send back to this model.
    static Optional<String> phase(
            Part.Reasoning thought, String model, Optional<String> otherwise) {
        return isOf(thought, model) ? thought.sealed().text(PHASE).or(() -> otherwise) : otherwise;
    }

    private static boolean isOf(Part.Reasoning thought, String model) {
        return thought.sealed().text(MODEL).equals(Optional.of(model));
    }
}
