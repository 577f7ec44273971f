package dev.deft.testkit;

import dev.deft.agent.loop.RunOutcome;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/// Assertions about how a run ended.
public final class RunOutcomeAssert extends AbstractAssert<RunOutcomeAssert, RunOutcome> {

    RunOutcomeAssert(RunOutcome actual) {
        super(actual, RunOutcomeAssert.class);
    }

    /// Asserts that the agent finished.
    ///
    /// @return this
    public RunOutcomeAssert isDone() {
        return endedAs(RunOutcome.Status.DONE);
    }

    /// Asserts how the run ended.
    ///
    /// @param status the one expected
    /// @return this
    public RunOutcomeAssert endedAs(RunOutcome.Status status) {
        if (actual.status() != status) {
            failWithMessage(
                    "Expected the run to end as %s, but it ended as %s%s",
                    status.wire(),
                    actual.status().wire(),
                    actual.error().map(it -> ": " + it).orElse(""));
        }
        return this;
    }

    /// Asserts the last text of the model.
    ///
    /// @param text all of it
    /// @return this
    public RunOutcomeAssert says(String text) {
        if (!actual.text().equals(text)) {
            failWithMessage("Expected the answer \"%s\", but it was: %s", text, actual.text());
        }
        return this;
    }

    /// Asserts the changed files, in any order.
    ///
    /// @param paths relative to the root; none if nothing changed
    /// @return this
    public RunOutcomeAssert changedExactly(String... paths) {
        if (!sorted(actual.filesChanged()).equals(sorted(List.of(paths)))) {
            failWithMessage(
                    "Expected the changed files %s, but they were: %s",
                    List.of(paths), actual.filesChanged());
        }
        return this;
    }

    private static List<String> sorted(List<String> paths) {
        return paths.stream().sorted().toList();
    }
}
