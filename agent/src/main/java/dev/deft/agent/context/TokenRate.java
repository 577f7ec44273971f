package dev.deft.agent.context;

import dev.deft.agent.model.Usage;

/// How many characters make a token, learned from what the provider reports.
final class TokenRate {

    private static final double FIRST_GUESS = 4;
    private static final double LEAST = 0.25;
    private static final double MOST = 16;

    private double charsPerToken = FIRST_GUESS;
    private int overhead;

    void overhead(int chars) {
        overhead = chars;
    }

    /// @param chars how long the conversation was that the provider counted
    void reported(Usage usage, int chars) {
        counted(usage.context() - usage.output(), chars);
    }

    /// The provider says how much a request came to that it did not take.
    void counted(long tokens, int chars) {
        if (tokens > 0) {
            charsPerToken = Math.clamp((double) (chars + overhead) / tokens, LEAST, MOST);
        }
    }

    /// What a request with this much conversation takes.
    long tokens(int chars) {
        return tokensOf((long) chars + overhead);
    }

    long tokensOf(long chars) {
        return (long) (chars / charsPerToken);
    }

    /// How much conversation a request with so many tokens can hold.
    int charsWith(int tokens) {
        return charsFor(tokens) - overhead;
    }

    int charsFor(int tokens) {
        return (int) Math.min(Integer.MAX_VALUE, tokens * charsPerToken);
    }
}
