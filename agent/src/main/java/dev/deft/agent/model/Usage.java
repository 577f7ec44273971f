package dev.deft.agent.model;

/// The tokens of a request.
///
/// @param input what was read at full price: neither from the cache nor into it
/// @param output text, reasoning and calls
/// @param cacheRead what the provider still had of an earlier request
/// @param cacheWrite what the provider put aside for the next one
/// @param estimated whether the provider did not say all of it
public record Usage(long input, long output, long cacheRead, long cacheWrite, boolean estimated) {

    /// Nothing at all.
    public static final Usage NONE = new Usage(0, 0, 0, 0);

    /// Counts of a provider.
    ///
    /// @param input what was read at full price
    /// @param output text, reasoning and calls
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
