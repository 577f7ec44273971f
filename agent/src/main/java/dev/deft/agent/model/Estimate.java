package dev.deft.agent.model;

/// Estimates the tokens of incomplete answers.
public final class Estimate {

    /// The usual number of characters per token.
    private static final int CHARS_PER_TOKEN = 4;

    private Estimate() {}

    /// {@return the tokens of an incomplete answer}
    ///
    /// @param counted what the provider has counted so far
    /// @param chars of the answer that have arrived
    public static Usage of(Usage counted, int chars) {
        long output = Math.max(counted.output(), chars / CHARS_PER_TOKEN);
        return counted.equals(Usage.NONE) && output == 0
                ? Usage.NONE
                : new Usage(
                        counted.input(), output, counted.cacheRead(), counted.cacheWrite(), true);
    }
}
