package dev.deft.agent.loop;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.model.Answer;
import dev.deft.agent.model.AnswerListener;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.ModelException;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/// A model and those that take over in turn when it gives no answer.
///
/// A run of an agent stays with the model that took over until its end, and applies the limits and
/// the price of that model. Other requests start with the first model each time.
public final class FallbackModel implements Model {

    private final Model first;
    private final List<Other> others;

    /// @param first is asked while it answers
    /// @param others in their order; closed with this one
    public FallbackModel(Model first, List<Other> others) {
        this.first = first;
        this.others = List.copyOf(others);
    }

    /// A model that takes over.
    ///
    /// @param limits of its conversations
    /// @param price what a request costs, where that is known
    public record Other(Model model, ContextLimits limits, Function<Usage, OptionalDouble> price) {}

    Model first() {
        return first;
    }

    List<Other> others() {
        return others;
    }

    /// Whether another model may succeed: the request and the key are not the problem.
    static boolean mayHelp(ModelException failure) {
        return switch (failure.kind()) {
            case UNREACHABLE, EXHAUSTED -> true;
            case DENIED, TOO_LONG, REFUSED -> false;
        };
    }

    @Override
    public String name() {
        return first.name();
    }

    @Override
    public Answer ask(Prompt prompt, AnswerListener listener)
            throws ModelException, InterruptedException {
        Model current = first;
        for (Other other : others) {
            try {
                return current.ask(prompt, listener);
            } catch (ModelException e) {
                if (!mayHelp(e)) {
                    throw e;
                }
                current = other.model();
            }
        }
        return current.ask(prompt, listener);
    }

    @Override
    public void warm() {
        first.warm();
    }

    @Override
    public void close() {
        first.close();
        others.forEach(it -> it.model().close());
    }
}
