package dev.deft.agent.model;

/// What an answer took that did not come to its end.
public final class Estimate {

    /// About as many characters make a token in most texts.
    private static final int CHARS_PER_TOKEN = 4;

    private Estimate() {}

    /// {@return what an answer cost that was cut short}
    ///
    /// @param counted what the provider has said so far
    /// @param chars how much of an answer has arrived
    public static Usage of(Usage counted, int chars) {
        long output = Math.max(counted.output(), chars / CHARS_PER_TOKEN);
        return counted.equals(Usage.NONE) && output == 0
                ? Usage.NONE
                : new Usage(
                        counted.input(), output, counted.cacheRead(), counted.cacheWrite(), true);
    }
}
