package dev.deft.agent.model.http;

import dev.deft.agent.model.AnswerListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Remembers what it was told.
public final class RecordingListener implements AnswerListener {

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private final List<String> calls = new ArrayList<>();
    private final List<String> retries = new ArrayList<>();

    @Override
    public void text(String delta) {
        text.append(delta);
    }

    @Override
    public void reasoning(String delta) {
        reasoning.append(delta);
    }

    @Override
    public void calling(String tool) {
        calls.add(tool);
    }

    @Override
    public void retrying(int attempt, Duration pause, String why) {
        retries.add(attempt + " after " + pause.toMillis() + " ms: " + why);
    }

    public String text() {
        return text.toString();
    }

    public String reasoning() {
        return reasoning.toString();
    }

    public List<String> calls() {
        return calls;
    }

    public List<String> retries() {
        return retries;
    }
}
