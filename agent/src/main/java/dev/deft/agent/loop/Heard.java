package dev.deft.agent.loop;

import dev.deft.agent.model.AnswerListener;
import java.time.Duration;
import java.util.function.Consumer;

/// Passes an answer on while it arrives, and remembers what was said.
final class Heard implements AnswerListener {

    private final Consumer<RunEvent> events;
    private final StringBuilder text = new StringBuilder();

    Heard(Consumer<RunEvent> events) {
        this.events = events;
    }

    String text() {
        return text.toString();
    }

    @Override
    public void text(String delta) {
        text.append(delta);
        events.accept(new RunEvent.Text(delta));
    }

    @Override
    public void reasoning(String delta) {
        events.accept(new RunEvent.Reasoning(delta));
    }

    @Override
    public void retrying(int attempt, Duration pause, String why) {
        events.accept(new RunEvent.Retry(attempt, pause, why));
    }
}
