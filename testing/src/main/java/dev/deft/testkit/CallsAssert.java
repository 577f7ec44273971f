package dev.deft.testkit;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractAssert;

/// Assertions about calls of one tool.
///
/// Each narrows the calls to those it holds for, and fails when none is left: `called("edit")
/// .with("path", "a.txt").succeeded()` asserts that there is one call of which all of it is true.
public final class CallsAssert extends AbstractAssert<CallsAssert, List<RecordedCall>> {

    private final List<RecordedCall> all;

    private CallsAssert(List<RecordedCall> all, List<RecordedCall> actual) {
        super(actual, CallsAssert.class);
        this.all = all;
    }

    static CallsAssert of(List<RecordedCall> all, List<RecordedCall> from, String tool) {
        return new CallsAssert(all, from)
                .narrowed(it -> it.tool().equals(tool), "a call of " + tool);
    }

    /// Asserts that an argument had a value.
    ///
    /// @param argument its name
    /// @param value a text, a number, a boolean, a list or a map
    /// @return assertions about the calls with this argument
    /// @throws IllegalArgumentException when the value is none of these
    public CallsAssert with(String argument, Object value) {
        Json wanted = Json.of(value);
        return narrowed(
                it -> it.argument(argument).equals(Optional.of(wanted)),
                "one with %s = %s".formatted(argument, wanted));
    }

    /// Asserts that there was an output.
    ///
    /// @return assertions about the calls that succeeded
    public CallsAssert succeeded() {
        return narrowed(it -> !it.failed() && it.result().isPresent(), "one that succeeded");
    }

    /// Asserts that there was an error with this code.
    ///
    /// @param code of the envelope
    /// @return assertions about the calls with this error
    public CallsAssert failedWith(ErrorCode code) {
        return narrowed(
                it -> it.failed() && it.code().equals(Optional.of(code.wire())),
                "one that failed with " + code.wire());
    }

    /// Asserts how many calls match all assertions so far.
    ///
    /// @param count the exact number
    /// @return this
    public CallsAssert times(int count) {
        if (actual.size() != count) {
            failWithMessage("Expected %d such calls, but there were: %s", count, actual);
        }
        return this;
    }

    /// Asserts that a tool was called after the first of these calls.
    ///
    /// @param tool the name the model called
    /// @return assertions about the later calls
    public CallsAssert thenCalled(String tool) {
        int first = all.indexOf(actual.getFirst());
        return of(all, all.subList(first + 1, all.size()), tool);
    }

    private CallsAssert narrowed(Predicate<RecordedCall> holds, String wanted) {
        List<RecordedCall> left = actual.stream().filter(holds).toList();
        if (left.isEmpty()) {
            failWithMessage(
                    "Expected %s, but there is none among: %s. All calls: %s", wanted, actual, all);
        }
        return new CallsAssert(all, left);
    }
}
