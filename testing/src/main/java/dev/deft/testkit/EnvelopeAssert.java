package dev.deft.testkit;

import dev.deft.host.ErrorCode;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import org.assertj.core.api.AbstractAssert;

/// Assertions about the result of a call.
public final class EnvelopeAssert extends AbstractAssert<EnvelopeAssert, Envelope> {

    EnvelopeAssert(Envelope actual) {
        super(actual, EnvelopeAssert.class);
    }

    /// Asserts that there is an output.
    ///
    /// @return this
    public EnvelopeAssert succeeded() {
        if (actual.result() instanceof ToolResult.Failure(ErrorCode code, String message)) {
            failWithMessage("Expected an output, but got %s: %s", code.wire(), message);
        }
        return this;
    }

    /// Asserts that there is an error with this code.
    ///
    /// @param expected the code
    /// @return this
    public EnvelopeAssert failedWith(ErrorCode expected) {
        switch (actual.result()) {
            case ToolResult.Failure(ErrorCode code, String message) -> {
                if (code != expected) {
                    failWithMessage(
                            "Expected %s, but got %s: %s", expected.wire(), code.wire(), message);
                }
            }
            case ToolResult.Output output ->
                    failWithMessage(
                            "Expected %s, but got an output: %s", expected.wire(), output.text());
        }
        return this;
    }

    /// Asserts the text that the model reads, of an output or an error.
    ///
    /// @param part of the text
    /// @return this
    public EnvelopeAssert tells(String part) {
        String text = actual.text();
        if (!text.contains(part)) {
            failWithMessage("Expected the model to read \"%s\", but it reads: %s", part, text);
        }
        return this;
    }
}
