package dev.deft.run;

import dev.deft.output.Mask;
import java.time.InstantSource;

/// What a road is made of.
///
/// @param atOnce how many tools may run at the same time
/// @param mask hides secrets in all that comes back
public record Road(
        Dialect dialect,
        ForeignSchemas foreign,
        Gates gates,
        Hosts hosts,
        Journal journal,
        CallEvents events,
        int atOnce,
        InstantSource clock,
        Mask mask) {

    /// How many tools run at the same time when nobody says otherwise.
    public static final int AT_ONCE = 3;

    public static Road of(Dialect dialect, Gates gates, Hosts hosts, Journal journal) {
        return new Road(
                dialect,
                ForeignSchemas.UNCHECKED,
                gates,
                hosts,
                journal,
                new CallEvents(),
                AT_ONCE,
                InstantSource.system(),
                Mask.BY_LOOK);
    }

    public Road watchedBy(CallEvents events) {
        return new Road(dialect, foreign, gates, hosts, journal, events, atOnce, clock, mask);
    }

    public Road atOnce(int atOnce) {
        return new Road(dialect, foreign, gates, hosts, journal, events, atOnce, clock, mask);
    }

    public Road masking(Mask mask) {
        return new Road(dialect, foreign, gates, hosts, journal, events, atOnce, clock, mask);
    }
}
