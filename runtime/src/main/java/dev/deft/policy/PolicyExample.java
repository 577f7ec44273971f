package dev.deft.policy;

import dev.deft.json.Json;
import java.util.Arrays;
import java.util.Optional;

/// A call, and the decision expected of a policy.
///
/// @param args absent for a call without arguments
/// @param expect `allow`, `look`, `ask` or `deny`
public record PolicyExample(String tool, Optional<Json> args, String expect) {

    /// The possible decisions.
    private enum Expected {
        ALLOW,
        LOOK,
        ASK,
        DENY
    }

    public PolicyExample {
        String expected = expect;
        if (Arrays.stream(Expected.values())
                .noneMatch(it -> it.name().toLowerCase(java.util.Locale.ROOT).equals(expected))) {
            throw new IllegalArgumentException(
                    "examples: expect is allow, look, ask or deny, not \"" + expect + "\"");
        }
    }
}
