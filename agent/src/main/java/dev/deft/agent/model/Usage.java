package dev.deft.agent.model;

/// What one request took, in tokens.
///
/// @param input what was read at full price: neither from the cache nor into it
/// @param output what was said and thought
/// @param cacheRead what the provider still had of an earlier request
/// @param cacheWrite what the provider put aside for the next one
/// @param estimated whether the provider did not say all of it
public record Usage(long input, long output, long cacheRead, long cacheWrite, boolean estimated) {

    /// Nothing at all.
    public static final Usage NONE = new Usage(0, 0, 0, 0);

    /// What a provider said.
    ///
    /// @param input what was read at full price
    /// @param output what was said and thought
    /// @param cacheRead what the provider still had of an earlier request
    /// @param cacheWrite what the provider put aside for the next one
    public Usage(long input, long output, long cacheRead, long cacheWrite) {
        this(input, output, cacheRead, cacheWrite, false);
    }

    /// {@return the sum of both; estimated where one of them is}
    ///
    /// @param other what another request took
    public Usage plus(Usage other) {
        return new Usage(
                input + other.input,
                output + other.output,
                cacheRead + other.cacheRead,
                cacheWrite + other.cacheWrite,
                estimated || other.estimated);
    }

    /// {@return how full the context was: all that was read, however it was paid for, and the
    /// answer}
    public long context() {
        return input + cacheRead + cacheWrite + output;
    }
}
