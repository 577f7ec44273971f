package dev.deft.batch;

import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import java.util.List;

/// Runs calls within a call, each through the whole pipeline of the session.
public interface BatchCalls {

    /// Runs the calls as those of one step: side by side where their order does not matter.
    ///
    /// @return a result for each, in order
    List<Answer> run(List<Request> requests);

    /// A call to run.
    ///
    /// @param tool its name in the dialect of the session
    record Request(String tool, Json arguments) {}

    /// The result of a call.
    ///
    /// @param shown in the shape of the dialect
    /// @param text for the model
    record Answer(String tool, Envelope envelope, Json shown, String text) {}
}
