package dev.deft.client;

import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// What is sent and received about usage.
public final class UsageData {
    private UsageData() {}

    /// `UsageItem` of the API.
    ///
    /// @param day The day in UTC, such as `2026-11-17`; with `by=day`
    /// @param model The model; with `by=model`
    /// @param agent The agent; with `by=agent`
    /// @param workspace The workspace; with `by=workspace`
    /// @param inputTokens Tokens read at full price
    /// @param outputTokens Tokens written
    /// @param cacheRead Tokens read from the cache of the provider
    /// @param cacheWrite Tokens put into the cache of the provider
    /// @param costUsd In dollars, estimated; absent if the price of a model is not known
    /// @param requests How many requests to models
    public record UsageItem(
            Optional<String> day,
            Optional<String> model,
            Optional<String> agent,
            Optional<String> workspace,
            long inputTokens,
            long outputTokens,
            long cacheRead,
            long cacheWrite,
            Optional<Double> costUsd,
            long requests) {}
}
