package dev.deft.tools.web.search;

import java.util.Optional;

/// The key of a service. Its text shows only the variable it comes from.
public final class ApiKey {

    /// For services without keys.
    public static final ApiKey NONE = new ApiKey("", "");

    private final String variable;
    private final String value;

    private ApiKey(String variable, String value) {
        this.variable = variable;
        this.value = value;
    }

    /// A key of the environment.
    ///
    /// @param value empty if the variable is not set
    public static ApiKey of(String variable, String value) {
        return new ApiKey(variable, value.strip());
    }

    /// The variable that holds it; empty if none is needed.
    public String variable() {
        return variable;
    }

    /// Whether a variable is needed and not set.
    public boolean isMissing() {
        return !variable.isEmpty() && value.isEmpty();
    }

    Optional<String> value() {
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    @Override
    public String toString() {
        return variable.isEmpty() ? "no key" : "${" + variable + "}";
    }
}
