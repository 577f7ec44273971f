package dev.deft.agent.reflection;

import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Names a session after its first message: the agent `title`.
///
/// It works beside the run and never holds it up. A title that is not there when the session closes
/// is given up, and a failure is a warning.
public final class SessionTitle implements AutoCloseable {

    private static final int MOST_TOKENS = 400;
    private static final int MOST_MESSAGE = 2_000;
    private static final int LONGEST = 80;

    /// How long closing waits for a request that was interrupted.
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);

    private final Model model;
    private final String prompt;
    private final SessionLog log;
    private final Consumer<RunEvent> events;
    private Optional<Thread> working = Optional.empty();

    /// @param prompt what the model is told
    public SessionTitle(Model model, String prompt, SessionLog log, Consumer<RunEvent> events) {
        this.model = model;
        this.prompt = prompt;
        this.log = log;
        this.events = events;
    }

    /// Begins to name the session, on a thread of the same kind as that of the run.
    public synchronized void begin(String firstMessage) {
        String message = firstMessage.substring(0, Math.min(MOST_MESSAGE, firstMessage.length()));
        Thread.Builder thread =
                Thread.currentThread().isVirtual()
                        ? Thread.ofVirtual()
                        : Thread.ofPlatform().daemon();
        working = Optional.of(thread.name("title").start(() -> name(message)));
    }

    private void name(String message) {
        try {
            Answer answer =
                    model.ask(
                            new Prompt(
                                    List.of(prompt),
                                    List.of(Message.User.of(message)),
                                    List.of(),
                                    MOST_TOKENS,
                                    Prompt.Sampling.UNSET),
                            AnswerListener.NONE);
            log.addUsage(new Entry.TokenUsage(answer.usage(), answer.model()));
            String title = cleaned(answer.message().text());
            if (!title.isEmpty()) {
                log.setTitle(title);
            }
            events.accept(new RunEvent.TokenUsage(answer.usage(), answer.model()));
        } catch (ModelException e) {
            events.accept(new RunEvent.Warning("The session has no title: " + e.getMessage()));
        } catch (IOException e) {
            events.accept(
                    new RunEvent.Warning("The title could not be written: " + e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// The first line with text, without the decoration that models like.
    static String cleaned(String answer) {
        String line =
                answer.lines()
                        .map(it -> it.replaceAll("\\p{Cntrl}", "").strip())
                        .filter(it -> !it.isEmpty())
                        .findFirst()
                        .orElse("");
        String plain =
                line.replaceFirst("^(#+|(?i:title):)\\s*", "")
                        .replaceAll("^[\"'`*“”]+|[\"'`*“”.]+$", "")
                        .strip();
        return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST - 1).strip() + "…";
    }

    /// Gives up a title that is still missing.
    @Override
    public synchronized void close() {
        if (working.isEmpty()) {
            return;
        }
        working.get().interrupt();
        try {
            var _ = working.get().join(CLOSE_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
