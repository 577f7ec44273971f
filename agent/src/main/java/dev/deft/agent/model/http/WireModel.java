package dev.deft.agent.model.http;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Prompt;

/// A model that is reached over a wire.
public final class WireModel implements Model {

    private final String name;

    /// The name in requests; some servers do not name the model that answered.
    private final String requestedModel;

    private final Wire wire;
    private final RetryingClient client;

    public WireModel(ModelSettings settings, Wire wire, Backoff backoff) {
        this.name = settings.wire() + "/" + settings.model();
        this.requestedModel = settings.model();
        this.wire = wire;
        this.client = new RetryingClient(settings, wire, backoff);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener)
            throws ModelException, InterruptedException {
        Wire.Exchange exchange = wire.exchange(prompt);
        Answer answer = client.ask(exchange.request(), exchange.readers(), listener);
        return answer.model().isBlank()
                ? new Answer(answer.message(), answer.stop(), answer.usage(), requestedModel)
                : answer;
    }

    @Override
    public void warm() {
        client.warm();
    }

    @Override
    public void close() {
        client.close();
    }
}
