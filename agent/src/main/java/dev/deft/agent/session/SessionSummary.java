package dev.deft.agent.session;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Usage;
import dev.deft.codec.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/// A session in a list.
///
/// @param turns messages of a person, or calls where there is no model
/// @param text its id, its title, all that was said in it and what its calls were given, for a
///   search; empty where nobody searches any more
public record SessionSummary(
        String id,
        String title,
        Instant modified,
        int turns,
        String model,
        Usage usage,
        String text) {

    private static final int SEARCHED = 2_000;

    /// Reads it from a log.
    public static SessionSummary of(Path log) throws IOException {
        SessionHistory history = SessionHistory.read(log);
        String name = String.valueOf(log.getFileName());
        String id = name.substring(0, name.length() - EntryChain.ENDING.length());
        return new SessionSummary(
                id,
                history.title(),
                Files.getLastModifiedTime(log).toInstant(),
                turns(history),
                history.model(),
                history.usage(),
                said(id, history));
    }

    private static int turns(SessionHistory history) {
        long said = history.branch().stream().filter(it -> it.body() instanceof Entry.User).count();
        return (int) (said > 0 ? said : history.steps().size());
    }

    private static String said(String id, SessionHistory history) {
        var text = new StringBuilder(id).append('\n').append(history.title());
        for (Entry entry : history.branch()) {
            if (entry.body() instanceof Entry.User user) {
                text.append('\n').append(SessionHistory.text(user.parts()));
            } else if (entry.body() instanceof Entry.Assistant said) {
                text.append('\n').append(SessionHistory.text(said.parts()));
                new Message.Assistant(said.parts())
                        .calls()
                        .forEach(it -> text.append('\n').append(beginning(it.arguments())));
            } else if (entry.body() instanceof Entry.Called call) {
                text.append('\n').append(call.tool()).append(' ');
                text.append(beginning(JsonText.write(call.arguments())));
            }
        }
        return text.toString();
    }

    /// Enough of the arguments of a call to find it by: a whole file is not searched for.
    private static String beginning(String arguments) {
        return arguments.length() <= SEARCHED ? arguments : arguments.substring(0, SEARCHED);
    }
}
