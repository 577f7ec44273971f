package dev.deft.engine.source;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Prompt;
import dev.deft.host.HostException;
import java.io.IOException;

/// The model of a session, lent to a tool for single questions. Calls ask their host for it.
public interface LentModel {

    /// Asks the model once, if the rules or the user allow it. What it costs counts for the
    /// session.
    ///
    /// @param permission the name that rules decide by, such as `mcp:files:sampling`
    /// @param why who asks and what for, one sentence for the user
    /// @param prompt the question
    /// @return the answer
    /// @throws HostException if it is denied, if nobody can be asked, or if the session has no
    ///   model
    /// @throws IOException if the model fails
    /// @throws InterruptedException if the call was cancelled
    Answer ask(String permission, String why, Prompt prompt)
            throws IOException, InterruptedException;
}
