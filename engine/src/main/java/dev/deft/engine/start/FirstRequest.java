package dev.deft.engine.start;

import dev.deft.agent.loop.RequestObserver;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Prompt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Starts a preparation once, when the first request is on its way: before that it would only delay
/// the request, and after that the model keeps the session waiting anyway.
public final class FirstRequest implements RequestObserver, RequestObserver.ObservedRequest {

    private final Runnable preparation;
    private final Consumer<String> calls;
    private final AtomicBoolean begun = new AtomicBoolean();

    /// @param preparation must return at once
    /// @param calls is told the tool of every call that begins to arrive, and must return at once
    public FirstRequest(Runnable preparation, Consumer<String> calls) {
        this.preparation = preparation;
        this.calls = calls;
    }

    @Override
    public ObservedRequest request(String model, Prompt prompt) {
        return this;
    }

    @Override
    public void sent() {
        if (begun.compareAndSet(false, true)) {
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
        calls.accept(tool);
    }

    @Override
    public void answered(Answer answer) {
        sent();
    }

    @Override
    public void failed(String why) {}
}
