package dev.deft.bench.peers;

import dev.deft.json.Json;

/// A call in the words of an agent's own tools.
sealed interface PeerCall {

    String tool();

    /// With arguments by name.
    record Function(String tool, Json.Obj arguments) implements PeerCall {}

    /// With one text, as some tools of OpenAI's models take it.
    record FreeForm(String tool, String input) implements PeerCall {}

    static PeerCall of(String tool, String name, String value) {
        return new Function(tool, Json.Obj.EMPTY.with(name, value));
    }
}
