package dev.deft.agent.session;

import dev.deft.agent.model.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/// A session in a list.
///
/// @param turns messages of a person, or calls where there is no model
/// @param text its id, its title and all that was said in it, for a search; empty where nobody
///   searches any more
public record SessionSummary(
        String id,
        String title,
        Instant modified,
        int turns,
        String model,
        Usage usage,
        String text) {

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
            }
        }
        return text.toString();
    }
}
