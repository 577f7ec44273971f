package dev.deft.agent.model.anthropic;

import dev.deft.agent.model.Part;
import dev.deft.json.Json;
import java.util.Optional;

/// The data that the wire needs to accept reasoning in a request: a signature, or the encrypted
/// reasoning.
final class SignedThought {

    private SignedThought() {}

    static Json.Obj thinking(String signature) {
        return signature.isEmpty() ? Json.Obj.EMPTY : Json.Obj.EMPTY.with("signature", signature);
    }

    static Json.Obj redacted(String data) {
        return Json.Obj.EMPTY.with("redacted", data);
    }

    /// The block for a request; empty without a signature, which the wire would reject.
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
