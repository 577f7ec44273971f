package dev.deft.engine.start;

import dev.deft.agent.loop.RequestObserver;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Prompt;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Starts a preparation once, while the session waits for the model anyway: shortly after the first
/// request is on its way, or when the first call begins to arrive. Before that it would only delay
/// the request, and an answer that comes at once without a call needs no preparation.
public final class FirstRequest implements RequestObserver, RequestObserver.ObservedRequest {

    /// Much shorter than any model takes, and longer than the answer of a cache or a script takes.
    private static final Duration DELAY = Duration.ofMillis(30);

    private final Runnable preparation;
    private final Consumer<String> calls;
    private final Duration delay;
    private boolean begun;
    private Optional<Thread> waiting = Optional.empty();

    /// @param preparation must return at once
    /// @param calls is told the tool of every call that begins to arrive, and must return at once
    public FirstRequest(Runnable preparation, Consumer<String> calls) {
        this(preparation, calls, DELAY);
    }

    /// @param delay how long an answer may take until the preparation starts
    FirstRequest(Runnable preparation, Consumer<String> calls, Duration delay) {
        this.preparation = preparation;
        this.calls = calls;
        this.delay = delay;
    }

    @Override
    public ObservedRequest request(String model, Prompt prompt) {
        return this;
    }

    @Override
    public synchronized void sent() {
        if (!begun && waiting.isEmpty()) {
            waiting =
                    Optional.of(
                            Thread.ofVirtual().name("first request").start(this::beginAfterDelay));
        }
    }

    private void beginAfterDelay() {
        try {
            Thread.sleep(delay);
        } catch (InterruptedException _) {
            return;
        }
        beginIfStillWaiting();
    }

    private synchronized void beginIfStillWaiting() {
        if (waiting.filter(it -> it.equals(Thread.currentThread())).isPresent()) {
            begin();
        }
    }

    private synchronized void begin() {
        stopWaiting();
        if (!begun) {
            begun = true;
            preparation.run();
        }
    }

    /// A model that does not tell when the request is sent is known to work on it by now.
    @Override
    public void arriving() {
        sent();
    }

    @Override
    public void calling(String tool) {
        begin();
        calls.accept(tool);
    }

    @Override
    public synchronized void answered(Answer answer) {
        if (answer.message().calls().isEmpty()) {
            stopWaiting();
        } else {
            begin();
        }
    }

    @Override
    public synchronized void failed(String why) {
        stopWaiting();
    }

    private void stopWaiting() {
        waiting.filter(it -> !it.equals(Thread.currentThread())).ifPresent(Thread::interrupt);
        waiting = Optional.empty();
    }
}
