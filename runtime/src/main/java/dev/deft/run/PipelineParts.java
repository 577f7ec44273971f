package dev.deft.run;

import dev.deft.output.SecretMask;
import dev.deft.registry.Dialect;
import dev.deft.registry.ForeignSchemas;
import java.time.InstantSource;

/// What a road is made of.
public record PipelineParts(
        Dialect dialect,
        ForeignSchemas foreign,
        Gates gates,
        HostFactory hosts,
        CallJournal journal,
        CallEvents events,
        Terms terms) {

    /// How many tools run at the same time when nobody says otherwise.
    public static final int AT_ONCE = 3;

    /// How calls run.
    ///
    /// @param atOnce how many tools may run at the same time
    /// @param locks let calls that change the same path go one after the other
    /// @param mask hides secrets in all that comes back
    public record Terms(int atOnce, CallPathLocks locks, InstantSource clock, SecretMask mask) {

        /// The usual terms.
        public static Terms usual() {
            return new Terms(
                    AT_ONCE, new CallPathLocks(), InstantSource.system(), SecretMask.KEYS_ONLY);
        }
    }

    /// A road on the usual terms.
    public static PipelineParts of(
            Dialect dialect, Gates gates, HostFactory hosts, CallJournal journal) {
        return new PipelineParts(
                dialect,
                ForeignSchemas.UNCHECKED,
                gates,
                hosts,
                journal,
                new CallEvents(),
                Terms.usual());
    }

    /// The same with other listeners.
    public PipelineParts watchedBy(CallEvents other) {
        return new PipelineParts(dialect, foreign, gates, hosts, journal, other, terms);
    }

    /// The same on other terms.
    public PipelineParts on(Terms other) {
        return new PipelineParts(dialect, foreign, gates, hosts, journal, events, other);
    }

    /// The same with another number of tools at the same time.
    public PipelineParts atOnce(int number) {
        return on(new Terms(number, terms.locks(), terms.clock(), terms.mask()));
    }

    /// The same, hiding other secrets.
    public PipelineParts masking(SecretMask other) {
        return on(new Terms(terms.atOnce(), terms.locks(), terms.clock(), other));
    }
}
