package dev.deft.agent.loop;

/// Is told where the steps of a run begin and end, on the thread of the run. Its methods must
/// return at once and must not throw.
@FunctionalInterface
public interface StepObserver {

    /// Observes nothing.
    StepObserver NONE = _ -> () -> {};

    /// A step begins: an answer of the model and the calls in it.
    ///
    /// @param number 1 for the first step of a run
    /// @return closed when the step ends, however it does
    ObservedStep step(int number);

    /// A step.
    @FunctionalInterface
    interface ObservedStep extends AutoCloseable {

        @Override
        void close();
    }
}
