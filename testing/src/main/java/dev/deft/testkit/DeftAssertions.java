package dev.deft.testkit;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.tool.Envelope;

/// Where assertions begin: import [#assertThat] statically, also beside that of AssertJ.
public final class DeftAssertions {

    private DeftAssertions() {}

    /// {@return assertions about what an agent did}
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

    /// {@return assertions about what a call came to}
    ///
    /// @param envelope what the call returned
    public static EnvelopeAssert assertThat(Envelope envelope) {
        return new EnvelopeAssert(envelope);
    }

    /// {@return assertions about what a model was asked}
    ///
    /// @param model the script
    public static ScriptedModelAssert assertThat(ScriptedModel model) {
        return new ScriptedModelAssert(model);
    }
}
