package dev.deft.app.cli;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a scripted model answers.
///
/// @param status of HTTP; anything but 200 is an objection that says the text
/// @param cut whether the connection breaks before the answer is whole
/// @param full whether it is as long as it may be, and ends for that
record Reply(int status, String text, List<Call> calls, boolean cut, boolean full) {

    /// @param id as the model gives it; none lets the server choose
    /// @param arguments as the model writes them, which need be no JSON
    record Call(Optional<String> id, String tool, String arguments) {}

    static Reply says(String text) {
        return new Reply(200, text, List.of(), false, false);
    }

    static Reply calls(String tool, Json.Obj arguments) {
        return says("").and(tool, arguments);
    }

    static Reply objects(int status, String text) {
        return new Reply(status, text, List.of(), false, false);
    }

    Reply and(String tool, Json.Obj arguments) {
        return raw(tool, JsonText.write(arguments));
    }

    Reply raw(String tool, String arguments) {
        return with(new Call(Optional.empty(), tool, arguments));
    }

    Reply with(Call call) {
        List<Call> more = new ArrayList<>(calls);
        more.add(call);
        return new Reply(status, text, more, cut, full);
    }

    Reply breakingOff() {
        return new Reply(status, text, calls, true, full);
    }

    Reply reachingItsLimit() {
        return new Reply(status, text, calls, cut, true);
    }

    static Json.Obj args(String... namesAndValues) {
        Json.Obj object = Json.Obj.EMPTY;
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object = object.with(namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }
}
