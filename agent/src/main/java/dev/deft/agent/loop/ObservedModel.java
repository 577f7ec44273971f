package dev.deft.agent.loop;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import java.time.Duration;
import java.util.Locale;

/// A model whose requests are observed.
public final class ObservedModel implements Model {

    private final Model model;
    private final RequestObserver observer;

    private ObservedModel(Model model, RequestObserver observer) {
        this.model = model;
        this.observer = observer;
    }

    /// The same model, observed. Of a [FallbackModel] each one is observed under its own name.
    public static Model of(Model model, RequestObserver observer) {
        if (!(model instanceof FallbackModel fallback)) {
            return new ObservedModel(model, observer);
        }
        return new FallbackModel(
                new ObservedModel(fallback.first(), observer),
                fallback.others().stream()
                        .map(it ->
                                new FallbackModel.Other(
                                        new ObservedModel(it.model(), observer),
                                        it.limits(),
                                        it.price()))
                        .toList());
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener)
            throws ModelException, InterruptedException {
        RequestObserver.ObservedRequest request = observer.request(model.name(), prompt);
        try {
            Answer answer = model.ask(prompt, new Arrival(listener, request));
            request.answered(answer);
            return answer;
        } catch (ModelException e) {
            request.failed(e.kind().name().toLowerCase(Locale.ROOT));
            throw e;
        } catch (InterruptedException e) {
            request.failed("aborted");
            throw e;
        } catch (RuntimeException e) {
            request.failed("internal");
            throw e;
        }
    }

    @Override
    public void warm() {
        model.warm();
    }

    @Override
    public void close() {
        model.close();
    }

    /// Notices the first part of an answer.
    private static final class Arrival implements AnswerListener {

        private final AnswerListener listener;
        private final RequestObserver.ObservedRequest request;
        private boolean arrived;

        Arrival(AnswerListener listener, RequestObserver.ObservedRequest request) {
            this.listener = listener;
            this.request = request;
        }

        private void arrive() {
            if (!arrived) {
                arrived = true;
                request.arriving();
            }
        }

        @Override
        public void sent() {
            request.sent();
            listener.sent();
        }

        @Override
        public void text(String delta) {
            arrive();
            listener.text(delta);
        }

        @Override
        public void reasoning(String delta) {
            arrive();
            listener.reasoning(delta);
        }

        @Override
        public void calling(String tool) {
            arrive();
            request.calling(tool);
            listener.calling(tool);
        }

        @Override
        public void discarded(Usage usage) {
            listener.discarded(usage);
        }

        @Override
        public void retrying(int attempt, Duration pause, String why) {
            listener.retrying(attempt, pause, why);
        }
    }
}
