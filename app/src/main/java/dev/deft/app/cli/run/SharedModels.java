package dev.deft.app.cli.run;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.wires.Models;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/// Models for many sessions: those that are reached in the same way share connections and threads,
/// which are closed with the last of them.
final class SharedModels {

    private final Map<ModelSettings, Shared> open = new HashMap<>();

    /// A model in use.
    private static final class Shared {

        private final Model model;
        private int users;

        Shared(Model model) {
            this.model = model;
        }
    }

    /// The model, which the caller closes.
    synchronized Model of(ModelSettings settings) {
        Shared shared = open.computeIfAbsent(settings, it -> new Shared(Models.of(it)));
        shared.users++;
        return new Lent(settings, shared.model);
    }

    private synchronized void giveBack(ModelSettings settings) {
        Shared shared = open.get(settings);
        if (shared == null) {
            throw new IllegalStateException("a model was given back that nobody has");
        }
        shared.users--;
        if (shared.users == 0) {
            open.remove(settings);
            shared.model.close();
        }
    }

    /// The model as one session has it.
    private final class Lent implements Model {

        private final ModelSettings settings;
        private final Model model;
        private final AtomicBoolean closed = new AtomicBoolean();

        Lent(ModelSettings settings, Model model) {
            this.settings = settings;
            this.model = model;
        }

        @Override
        public String name() {
            return model.name();
        }

        @Override
        public Answer ask(Prompt prompt, AnswerListener listener)
                throws ModelException, InterruptedException {
            return model.ask(prompt, listener);
        }

        @Override
        public void warm() {
            model.warm();
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                giveBack(settings);
            }
        }
    }
}
