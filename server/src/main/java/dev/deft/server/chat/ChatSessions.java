package dev.deft.server.chat;

import dev.deft.agent.loop.AnswerSchema;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The sessions in which chats run.
public interface ChatSessions {

    /// One question to an agent.
    ///
    /// @param session a new one, or one that goes on
    /// @param isNew whether it is begun with this
    /// @param agent empty for the configured one
    /// @param system what is added to its prompt, for this run
    /// @param earlier the conversation that a new session begins with
    /// @param message which is answered
    /// @param schema what the answer must fit
    record Turn(
            SessionRef session,
            boolean isNew,
            Optional<String> agent,
            List<String> system,
            List<Message> earlier,
            Message.User message,
            Optional<AnswerSchema> schema) {

        public Turn {
            system = List.copyOf(system);
            earlier = List.copyOf(earlier);
        }
    }

    /// Makes sure that a question can be asked, and stores it. Whatever becomes of the client, the
    /// run goes on.
    ///
    /// @param listener receives the events of the run, on its thread
    /// @throws dev.deft.server.http.ProblemException if there is no such session or agent, or it is
    ///   at work
    Running begin(Turn turn, Consumer<RunEvent> listener) throws IOException, InterruptedException;

    /// A run.
    @FunctionalInterface
    interface Running {

        /// Waits for its end.
        RunOutcome await() throws InterruptedException;
    }
}
