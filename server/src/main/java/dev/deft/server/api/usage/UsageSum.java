package dev.deft.server.api.usage;

import dev.deft.agent.model.Usage;

/// Tokens of some requests to one model, on one day, of one agent.
///
/// @param day such as `2026-11-17`, in UTC
/// @param model with its provider where the log knows it
/// @param agent empty if the log does not name it
record UsageSum(
        String day,
        String model,
        String agent,
        long input,
        long output,
        long cacheRead,
        long cacheWrite,
        long requests) {

    static UsageSum none(String day, String model, String agent) {
        return new UsageSum(day, model, agent, 0, 0, 0, 0, 0);
    }

    boolean isOf(String otherDay, String otherModel, String otherAgent) {
        return day.equals(otherDay) && model.equals(otherModel) && agent.equals(otherAgent);
    }

    UsageSum plus(Usage usage) {
        return new UsageSum(
                day,
                model,
                agent,
                input + usage.input(),
                output + usage.output(),
                cacheRead + usage.cacheRead(),
                cacheWrite + usage.cacheWrite(),
                requests + 1);
    }

    /// The sum of both under the names of this one.
    UsageSum plus(UsageSum other) {
        return new UsageSum(
                day,
                model,
                agent,
                input + other.input,
                output + other.output,
                cacheRead + other.cacheRead,
                cacheWrite + other.cacheWrite,
                requests + other.requests);
    }

    Usage usage() {
        return new Usage(input, output, cacheRead, cacheWrite);
    }
}
