package dev.deft.tools.system;

import dev.deft.json.Json;
import java.util.Optional;

/// The value of a variable as JSON; one that is not set is `null`.
final class EnvValue {

    private EnvValue() {}

    static Json json(Optional<String> value) {
        return value.<Json>map(Json.Str::new).orElse(Json.Null.VALUE);
    }
}
