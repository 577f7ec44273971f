package dev.deft.server.listener;

import java.time.Duration;

/// How much of the server its clients can take up.
public record ListenerLimits(Times times, Counts counts, Rates rates) {

    /// How long a client may take.
    ///
    /// @param head for the head of a request, and for the handshake of TLS
    /// @param idle between two requests
    /// @param body for the first bytes of a body; those that arrived give it more time
    /// @param stall in which it reads nothing of a response
    /// @param heartbeat after which an idle stream of events gets a sign of life
    /// @param recheck after which the token of an open stream is looked up again
    public record Times(
            Duration head,
            Duration idle,
            Duration body,
            Duration stall,
            Duration heartbeat,
            Duration recheck) {}

    /// How many there may be at once.
    ///
    /// @param perAddress connections from one address, unless it is a trusted proxy
    /// @param requests that are carried out, without streams of events
    /// @param streamsPerToken streams of events of one principal
    /// @param bodyBytes of all bodies in memory
    /// @param headBytes of a head
    /// @param headFields of a head
    public record Counts(
            int connections,
            int perAddress,
            int requests,
            int streamsPerToken,
            int bodyBytes,
            int headBytes,
            int headFields) {}

    /// How fast requests may come.
    ///
    /// @param reads a second, for each principal
    /// @param acts a second, for each principal
    /// @param failures sign-ins that failed, a minute, for each address
    public record Rates(int reads, int acts, int failures) {}

    /// What a server has unless it is told otherwise.
    public static ListenerLimits usual() {
        return new ListenerLimits(
                new Times(
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(3)),
                new Counts(4096, 2048, 1024, 2000, 128 * 1024 * 1024, 32 * 1024, 100),
                new Rates(3000, 200, 10));
    }

    /// The same with other times.
    public ListenerLimits with(Times other) {
        return new ListenerLimits(other, counts, rates);
    }

    /// The same with other counts.
    public ListenerLimits with(Counts other) {
        return new ListenerLimits(times, other, rates);
    }

    /// The same with other rates.
    public ListenerLimits with(Rates other) {
        return new ListenerLimits(times, counts, other);
    }
}
