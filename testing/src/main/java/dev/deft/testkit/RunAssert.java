package dev.deft.testkit;

import java.util.List;
import org.assertj.core.api.AbstractAssert;

/// Assertions about the calls of an agent. Each throws an [AssertionError] that lists the calls.
public final class RunAssert extends AbstractAssert<RunAssert, RunRecording> {

    RunAssert(RunRecording actual) {
        super(actual, RunAssert.class);
    }

    /// Asserts that a tool was called.
    ///
    /// @param tool the name the model called
    /// @return assertions about the calls of this tool
    public CallsAssert called(String tool) {
        return CallsAssert.of(actual.calls(), actual.calls(), tool);
    }

    /// Asserts that a tool was never called, not even without success.
    ///
    /// @param tool the name the model would have called
    /// @return this
    public RunAssert neverCalled(String tool) {
        if (actual.calls().stream().anyMatch(it -> it.tool().equals(tool))) {
            failWithMessage("Expected no call of %s, but there were: %s", tool, actual.calls());
        }
        return this;
    }

    /// Asserts which tools were called, all of them and in this order.
    ///
    /// @param tools the names the model called
    /// @return this
    public RunAssert calledExactly(String... tools) {
        List<String> called = actual.calls().stream().map(RecordedCall::tool).toList();
        if (!called.equals(List.of(tools))) {
            failWithMessage(
                    "Expected the calls %s, but there were: %s", List.of(tools), actual.calls());
        }
        return this;
    }

    /// Asserts that a call of this tool needed approval.
    ///
    /// @param tool the id of the tool
    /// @return this
    public RunAssert askedAbout(String tool) {
        if (!actual.asked().contains(tool)) {
            failWithMessage(
                    "Expected a question about %s, but the questions were about: %s",
                    tool, actual.asked());
        }
        return this;
    }

    /// Asserts the text of the model.
    ///
    /// @param text a part of it
    /// @return this
    public RunAssert said(String text) {
        if (!actual.text().contains(text)) {
            failWithMessage(
                    "Expected the model to say \"%s\", but it said: %s", text, actual.text());
        }
        return this;
    }
}
