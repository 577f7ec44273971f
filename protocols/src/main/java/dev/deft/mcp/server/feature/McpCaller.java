package dev.deft.mcp.server.feature;

import dev.deft.engine.Session;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// The client whose request is being answered. It is valid as long as the request.
public interface McpCaller {

    /// {@return whether the client said that it has a capability, such as `elicitation`}
    ///
    /// @param capability `elicitation` (forms), `sampling` or `roots`
    boolean supports(String capability);

    /// Asks the client several things at once, and waits for all answers.
    ///
    /// In revisions with sessions each is a request to the client. In later ones the request that
    /// is being answered is suspended: the client gets the questions as its result, and sends it
    /// again with the answers.
    ///
    /// @param requests by name
    /// @return the results by the same names
    /// @throws dev.deft.host.HostException if the client cannot answer, or refuses to
    /// @throws IOException if the client is gone
    /// @throws InterruptedException if the request was cancelled
    Map<String, Json.Obj> ask(Map<String, InputRequest> requests)
            throws IOException, InterruptedException;

    /// Asks the client one thing.
    ///
    /// @param name identifies the question within the request
    /// @return the result
    /// @throws dev.deft.host.HostException if the client cannot answer, or refuses to
    /// @throws IOException if the client is gone
    /// @throws InterruptedException if the request was cancelled
    default Json.Obj ask(String name, InputRequest request)
            throws IOException, InterruptedException {
        return ask(Map.of(name, request)).getOrDefault(name, Json.Obj.EMPTY);
    }

    /// Sends a log message, if the client wants messages of this level.
    ///
    /// @param logger who logs; empty for nobody in particular
    void log(McpLogLevel level, Optional<String> logger, Json data);

    /// Tells the client how far its request is, if it wants to know.
    ///
    /// @param done so far; a value that is not larger than the last one is dropped
    /// @param total if known
    void progress(double done, OptionalDouble total, Optional<String> message);

    /// {@return the session whose rules hold for this client, and whose tools it calls}
    ///
    /// @throws IOException if it cannot be opened
    Session session() throws IOException;

    /// {@return a session with the same rules, where tools have the names of the default dialect}
    ///
    /// @throws IOException if it cannot be opened
    Session defaultSession() throws IOException;
}
