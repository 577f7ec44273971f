package dev.deft.agent.context;

import dev.deft.agent.model.Usage;

/// Estimates tokens from characters, by the ratio that the provider's counts show.
final class TokenRate {

    private static final double FIRST_GUESS = 4;
    private static final double LEAST = 0.25;
    private static final double MOST = 16;

    private double charsPerToken = FIRST_GUESS;
    private int overhead;

    void overhead(int chars) {
        overhead = chars;
    }

    /// @param chars of the conversation that the provider counted
    void reported(Usage usage, int chars) {
        counted(usage.context() - usage.output(), chars);
    }

    /// Takes the provider's count of a request.
    ///
    /// @param chars of its conversation
    void counted(long tokens, int chars) {
        if (tokens > 0) {
            charsPerToken = Math.clamp((double) (chars + overhead) / tokens, LEAST, MOST);
        }
    }

    /// The tokens of a request with so many characters of conversation.
    long tokens(int chars) {
        return tokensOf((long) chars + overhead);
    }

    long tokensOf(long chars) {
        return (long) (chars / charsPerToken);
    }

    /// The characters of conversation that fit into a request of so many tokens.
    int charsWith(int tokens) {
        return charsFor(tokens) - overhead;
    }

    int charsFor(int tokens) {
        return (int) Math.min(Integer.MAX_VALUE, tokens * charsPerToken);
    }
}
