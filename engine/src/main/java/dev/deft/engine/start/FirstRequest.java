package dev.deft.engine.start;

import dev.deft.agent.loop.RequestObserver;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Prompt;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;

/// Starts preparations while the session waits for the model anyway. One starts shortly after the
/// first request is on its way, or when the first call begins to arrive: before that it would only
/// delay the request, and an answer that comes at once without a call needs no preparation. The
/// other one starts when the model takes its time over the result of a call.
public final class FirstRequest implements RequestObserver, RequestObserver.ObservedRequest {

    /// Much shorter than any model takes, and longer than the answer of a cache or a script takes.
    private static final Duration DELAY = Duration.ofMillis(30);

    private final Runnable preparation;
    private final Predicate<String> calls;
    private final Runnable thinking;
    private final Duration delay;
    private final ThreadFactory threads;
    private boolean begun;
    private boolean called;
    private boolean thought;
    private Optional<Thread> waiting = Optional.empty();

    /// @param preparation must return at once
    /// @param calls is told the tool of every call that begins to arrive, and must return at once;
    ///   returns whether nothing is left for `thinking`
    /// @param thinking is told once that the model thinks about the result of a call, and must
    ///   return at once
    public FirstRequest(Runnable preparation, Predicate<String> calls, Runnable thinking) {
        this(
                preparation,
                calls,
                thinking,
                DELAY,
                Thread.ofVirtual().name("first requests").factory());
    }

    /// @param delay how long an answer may take until a preparation starts
    /// @param threads makes the threads that wait for so long
    FirstRequest(
            Runnable preparation,
            Predicate<String> calls,
            Runnable thinking,
            Duration delay,
            ThreadFactory threads) {
        this.preparation = preparation;
        this.calls = calls;
        this.thinking = thinking;
        this.delay = delay;
        this.threads = threads;
    }

    @Override
    public ObservedRequest request(String model, Prompt prompt) {
        return this;
    }

    @Override
    public synchronized void sent() {
        boolean wanted = called ? !thought : !begun;
        if (wanted && waiting.isEmpty()) {
            Thread thread = threads.newThread(this::beginAfterDelay);
            waiting = Optional.of(thread);
            thread.start();
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
        if (waiting.filter(it -> it.equals(Thread.currentThread())).isEmpty()) {
            return;
        }
        begin();
        if (called) {
            thought = true;
            thinking.run();
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
        beginWithCall();
        if (calls.test(tool)) {
            stopThinking();
        }
    }

    private synchronized void stopThinking() {
        thought = true;
    }

    @Override
    public synchronized void answered(Answer answer) {
        if (answer.message().calls().isEmpty()) {
            stopWaiting();
        } else {
            beginWithCall();
        }
    }

    private synchronized void beginWithCall() {
        begin();
        called = true;
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
