package dev.deft.agent.config;

import dev.deft.agent.model.Usage;
import dev.deft.json.Json;

/// What a model costs, in dollars for a million tokens.
public record Price(double input, double output, double cacheRead, double cacheWrite) {

    private static final double MILLION = 1_000_000;

    /// Reads an object that fits the schema. What is read from the cache or put into it costs as
    /// much as other input, where the object does not say.
    static Price of(Json.Obj json) {
        double input = dollars(json, "input", 0);
        return new Price(
                input,
                dollars(json, "output", 0),
                dollars(json, "cache_read", input),
                dollars(json, "cache_write", input));
    }

    private static double dollars(Json.Obj json, String name, double otherwise) {
        return json.find(name).map(it -> ((Json.Num) it).asDouble()).orElse(otherwise);
    }

    /// About what a request cost, in dollars.
    public double of(Usage usage) {
        return (usage.input() * input
                        + usage.output() * output
                        + usage.cacheRead() * cacheRead
                        + usage.cacheWrite() * cacheWrite)
                / MILLION;
    }
}
