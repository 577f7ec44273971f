package dev.deft.bench.peers;

import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A protocol in which agents talk to models. What it says of tokens is small and constant, so that
/// no agent shortens its context.
interface ModelWire {

    /// The results of calls in a request, in order.
    List<ToolOutcome> results(Json.Obj request);

    /// The tools that a request offers.
    List<Json> tools(Json.Obj request);

    /// An answer as server-sent events.
    String stream(Answer answer);

    /// An answer as one JSON object.
    String whole(Answer answer);

    /// What the model says: a call, or a text.
    record Answer(String id, Optional<PeerCall> call, String text) {}

    /// The wire of a path; empty if it is none.
    static Optional<ModelWire> of(String path) {
        String plain = path.split("\\?", 2)[0];
        if (plain.endsWith("/messages")) {
            return Optional.of(new PeerMessages());
        }
        return plain.endsWith("/responses") ? Optional.of(new PeerResponses()) : Optional.empty();
    }

    /// The objects of a list; none if there is no such list.
    static Stream<Json.Obj> objects(Json.Obj parent, String name) {
        return parent.find(name).stream()
                .flatMap(it ->
                        it instanceof Json.Arr(List<Json> items) ? items.stream() : Stream.empty())
                .filter(Json.Obj.class::isInstance)
                .map(Json.Obj.class::cast);
    }
}
