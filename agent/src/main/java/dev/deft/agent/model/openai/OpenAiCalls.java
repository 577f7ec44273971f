package dev.deft.agent.model.openai;

import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.http.ToolNames;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Builds the calls of an answer from their deltas.
///
/// By the specification a delta has the index of its call, and the first delta its id and name.
/// Some servers omit the index, use one index for all calls, repeat the name, or send no id.
final class OpenAiCalls {

    private final ToolNames names;
    private final Supplier<String> ids;
    private final AnswerListener listener;
    private final List<PartialCall> calls = new ArrayList<>();

    OpenAiCalls(ToolNames names, Supplier<String> ids, AnswerListener listener) {
        this.names = names;
        this.ids = ids;
        this.listener = listener;
    }

    void read(Json.Obj piece) {
        Json.Obj function =
                piece.find("function").orElse(Json.Null.VALUE) instanceof Json.Obj it
                        ? it
                        : Json.Obj.EMPTY;
        String name = function.text("name").orElse("");
        PartialCall call = callOf(index(piece), piece.text("id").orElse(""), name);
        if (call.name.isEmpty() && !name.isEmpty()) {
            call.name = name;
            listener.calling(names.fromWire(name));
        }
        Json arguments = function.find("arguments").orElse(Json.Null.VALUE);
        if (arguments instanceof Json.Str(String words)) {
            call.arguments.append(words);
        } else if (arguments instanceof Json.Obj whole) {
            call.arguments.append(JsonText.write(whole));
        }
    }

    private static Optional<Long> index(Json.Obj piece) {
        return piece.find("index").orElse(Json.Null.VALUE) instanceof Json.Num it
                ? it.asLong()
                : Optional.empty();
    }

    private PartialCall callOf(Optional<Long> index, String id, String name) {
        PartialCall known = known(index, id, name);
        if (known == null) {
            known = new PartialCall(index, id);
            calls.add(known);
        } else if (known.id.isEmpty()) {
            known.id = id;
        }
        return known;
    }

    private @Nullable PartialCall known(Optional<Long> index, String id, String name) {
        for (PartialCall call : calls.reversed()) {
            boolean other = !id.isEmpty() && !call.id.isEmpty() && !id.equals(call.id);
            if (other) {
                continue;
            }
            if (index.isPresent() ? index.equals(call.index) : continues(call, id, name)) {
                return call;
            }
        }
        return null;
    }

    /// Without an index, a new id starts a call; without an id, a name does.
    private boolean continues(PartialCall call, String id, String name) {
        return id.isEmpty() ? name.isEmpty() && call == calls.getLast() : id.equals(call.id);
    }

    /// The characters that have arrived.
    int chars() {
        return calls.stream().mapToInt(it -> it.name.length() + it.arguments.length()).sum();
    }

    List<Part.Call> all() {
        var taken = new HashSet<String>();
        var all = new ArrayList<Part.Call>();
        for (PartialCall call : calls) {
            String id = call.id;
            while (id.isEmpty() || !taken.add(id)) {
                id = ids.get();
            }
            String arguments = call.arguments.toString();
            all.add(
                    new Part.Call(
                            id, names.fromWire(call.name), arguments.isBlank() ? "{}" : arguments));
        }
        return all;
    }

    /// A call under construction.
    private static final class PartialCall {

        private final Optional<Long> index;
        private final StringBuilder arguments = new StringBuilder();
        private String id;
        private String name = "";

        PartialCall(Optional<Long> index, String id) {
            this.index = index;
            this.id = id;
        }
    }
}
