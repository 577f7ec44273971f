package dev.deft.agent.loop;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// The model that a run asks now: the usual one, or the one that took over from it.
final class ModelInUse implements Model {

    private final List<FallbackModel.Other> all = new ArrayList<>();
    private int current;

    /// @param limits of the usual model
    /// @param price of the usual model
    ModelInUse(Model model, ContextLimits limits, Function<Usage, OptionalDouble> price) {
        if (model instanceof FallbackModel it) {
            all.add(new FallbackModel.Other(it.first(), limits, price));
            all.addAll(it.others());
        } else {
            all.add(new FallbackModel.Other(model, limits, price));
        }
    }

    /// Goes back to the usual model.
    ///
    /// @return its limits, if another one was in use
    Optional<ContextLimits> reset() {
        boolean changed = current > 0;
        current = 0;
        return changed ? Optional.of(limits()) : Optional.empty();
    }

    /// Goes on to the next model.
    ///
    /// @param limits of the model that failed, as its server reported them
    /// @return whether there is one, and the failure is not about the request
    boolean next(ModelException failure, ContextLimits limits) {
        if (current == all.size() - 1 || !FallbackModel.mayHelp(failure)) {
            return false;
        }
        all.set(current, new FallbackModel.Other(model(), limits, all.get(current).price()));
        current++;
        return true;
    }

    boolean isUsual() {
        return current == 0;
    }

    ContextLimits limits() {
        return all.get(current).limits();
    }

    /// What a request costs, where that is known.
    OptionalDouble price(Usage usage) {
        return all.get(current).price().apply(usage);
    }

    private Model model() {
        return all.get(current).model();
    }

    @Override
    public String name() {
        return model().name();
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener)
            throws ModelException, InterruptedException {
        return model().ask(prompt, listener);
    }

    /// The models belong to whoever made them.
    @Override
    public void close() {}
}
