package dev.deft.acp;

import dev.deft.json.Json;
import java.util.Optional;

/// What the client offers. Everything it does not name, it does not offer.
///
/// @param reads whether it gives the content of text files
/// @param writes whether it takes the content of text files
/// @param terminals whether it runs commands
/// @param forms whether it asks the user by forms
/// @param notices whether it shows notices
/// @param compaction whether it shows that a conversation was summed up
record ClientCapabilities(
        boolean reads,
        boolean writes,
        boolean terminals,
        boolean forms,
        boolean notices,
        boolean compaction) {

    static final ClientCapabilities NONE =
            new ClientCapabilities(false, false, false, false, false, false);

    static ClientCapabilities of(Json.Obj params) {
        Json.Obj all = object(params, "clientCapabilities");
        Json.Obj files = object(all, "fs");
        Json.Obj session = object(all, "session");
        return new ClientCapabilities(
                isTrue(files, "readTextFile"),
                isTrue(files, "writeTextFile"),
                isTrue(all, "terminal"),
                offers(object(all, "elicitation"), "form"),
                offers(session, "notices"),
                offers(session, "compaction"));
    }

    private static Json.Obj object(Json.Obj in, String name) {
        return in.find(name).orElse(Json.Null.VALUE) instanceof Json.Obj found
                ? found
                : Json.Obj.EMPTY;
    }

    private static boolean isTrue(Json.Obj in, String name) {
        return in.find(name).equals(Optional.of(new Json.Bool(true)));
    }

    /// An object, even an empty one, offers a feature; `null` does not.
    private static boolean offers(Json.Obj in, String name) {
        return in.find(name).orElse(Json.Null.VALUE) instanceof Json.Obj;
    }
}
