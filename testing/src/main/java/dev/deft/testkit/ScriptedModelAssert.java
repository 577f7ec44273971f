package dev.deft.testkit;

import dev.deft.agent.model.Prompt;
import org.assertj.core.api.AbstractAssert;

/// Assertions about the requests to a model.
public final class ScriptedModelAssert extends AbstractAssert<ScriptedModelAssert, ScriptedModel> {

    ScriptedModelAssert(ScriptedModel actual) {
        super(actual, ScriptedModelAssert.class);
    }

    /// Asserts that every answer of the script was used.
    ///
    /// @return this
    public ScriptedModelAssert wasAskedToTheEnd() {
        if (actual.remaining() > 0) {
            failWithMessage(
                    "Expected the script to be used up, but %d answers are left after %d requests",
                    actual.remaining(), actual.prompts().size());
        }
        return this;
    }

    /// Asserts the number of requests.
    ///
    /// @param times the exact number
    /// @return this
    public ScriptedModelAssert wasAsked(int times) {
        if (actual.prompts().size() != times) {
            failWithMessage(
                    "Expected %d requests, but there were %d", times, actual.prompts().size());
        }
        return this;
    }

    /// Asserts that the last prompt offered a tool.
    ///
    /// @param tool its name
    /// @return this
    public ScriptedModelAssert wasOffered(String tool) {
        if (!offers(tool)) {
            failWithMessage("Expected the last prompt to offer %s, but it does not", tool);
        }
        return this;
    }

    /// Asserts that the last prompt did not offer a tool.
    ///
    /// @param tool its name
    /// @return this
    public ScriptedModelAssert wasNotOffered(String tool) {
        if (offers(tool)) {
            failWithMessage("Expected the last prompt not to offer %s, but it does", tool);
        }
        return this;
    }

    private boolean offers(String tool) {
        if (actual.prompts().isEmpty()) {
            failWithMessage("Expected a request, but there was none");
        }
        Prompt last = actual.prompts().getLast();
        return last.tools().stream().anyMatch(it -> it.text("name").orElse("").equals(tool));
    }

    /// Asserts that the system prompt or a message of the last prompt has a text.
    ///
    /// @param part of the text
    /// @return this
    public ScriptedModelAssert wasTold(String part) {
        boolean seen =
                actual.prompts().stream()
                        .reduce((_, later) -> later)
                        .filter(it -> (it.system() + " " + it.messages()).contains(part))
                        .isPresent();
        if (!seen) {
            failWithMessage("Expected the last prompt to contain \"%s\", but it does not", part);
        }
        return this;
    }
}
