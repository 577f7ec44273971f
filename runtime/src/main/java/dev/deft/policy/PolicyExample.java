package dev.deft.policy;

import dev.deft.json.Json;
import java.util.Arrays;
import java.util.Optional;

/// A call, and what a policy shall decide about it.
///
/// @param args none when absent
/// @param expect `allow`, `look`, `ask` or `deny`
public record PolicyExample(String tool, Optional<Json> args, String expect) {

    /// What can be expected.
    private enum Expected {
        ALLOW,
        LOOK,
        ASK,
        DENY
    }

    public PolicyExample {
        String word = expect;
        if (Arrays.stream(Expected.values())
                .noneMatch(it -> it.name().toLowerCase(java.util.Locale.ROOT).equals(word))) {
            throw new IllegalArgumentException(
                    "examples: expect is allow, look, ask or deny, not \"" + expect + "\"");
        }
    }
}
