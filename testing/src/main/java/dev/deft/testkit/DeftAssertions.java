package dev.deft.testkit;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.tool.Envelope;

/// Entry point of the assertions: import [#assertThat] statically, also together with AssertJ's.
public final class DeftAssertions {

    private DeftAssertions() {}

    /// {@return assertions about the calls of an agent}
    ///
    /// @param run the listener of its runs
    public static RunAssert assertThat(RunRecording run) {
        return new RunAssert(run);
    }

    /// {@return assertions about how a run ended}
    ///
    /// @param outcome what the run returned
    public static RunOutcomeAssert assertThat(RunOutcome outcome) {
        return new RunOutcomeAssert(outcome);
    }

    /// {@return assertions about the result of a call}
    ///
    /// @param envelope what the call returned
    public static EnvelopeAssert assertThat(Envelope envelope) {
        return new EnvelopeAssert(envelope);
    }

    /// {@return assertions about the requests to a model}
    ///
    /// @param model the script
    public static ScriptedModelAssert assertThat(ScriptedModel model) {
        return new ScriptedModelAssert(model);
    }
}
