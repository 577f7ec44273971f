package dev.deft.agent.config;

import dev.deft.agent.model.Usage;
import dev.deft.json.Json;

/// The price of a model in dollars per million tokens.
public record Price(double input, double output, double cacheRead, double cacheWrite) {

    private static final double MILLION = 1_000_000;

    /// Reads a validated object. Cache reads and writes cost as much as other input unless the
    /// object sets a price.
    static Price of(Json.Obj json) {
        double input = dollars(json, "input", 0);
        return new Price(
                input,
                dollars(json, "output", 0),
                dollars(json, "cache_read", input),
                dollars(json, "cache_write", input));
    }

    private static double dollars(Json.Obj json, String name, double otherwise) {
        return json.fields().get(name) instanceof Json.Num it ? it.asDouble() : otherwise;
    }

    /// The estimated cost of a request in dollars.
    public double of(Usage usage) {
        return (usage.input() * input
                        + usage.output() * output
                        + usage.cacheRead() * cacheRead
                        + usage.cacheWrite() * cacheWrite)
                / MILLION;
    }
}
