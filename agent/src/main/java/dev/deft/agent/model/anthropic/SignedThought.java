package dev.deft.agent.model.anthropic;

import dev.deft.agent.model.Part;
import dev.deft.json.Json;
import java.util.Optional;

/// What a thought carries so that the wire takes it back: a signature, or the thought itself where
/// it was not shown.
final class SignedThought {

    private SignedThought() {}

    static Json.Obj thinking(String signature) {
        return signature.isEmpty() ? Json.Obj.EMPTY : Json.Obj.EMPTY.with("signature", signature);
    }

    static Json.Obj redacted(String data) {
        return Json.Obj.EMPTY.with("redacted", data);
    }

    /// The thought as a request holds it, or nothing: the wire refuses thoughts it has not signed.
    static Optional<Json.Obj> block(Part.Reasoning thought) {
        Optional<Json.Obj> redacted =
                thought.sealed()
                        .text("redacted")
                        .map(it ->
                                Json.Obj.EMPTY.with("type", "redacted_thinking").with("data", it));
        return redacted.or(() ->
                thought.sealed()
                        .text("signature")
                        .map(it ->
                                Json.Obj.EMPTY
                                        .with("type", "thinking")
                                        .with("thinking", thought.text())
                                        .with("signature", it)));
    }
}
