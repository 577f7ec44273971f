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
        Settings settings) {

    /// How many tools run at the same time when nobody says otherwise.
    public static final int DEFAULT_MAX_CONCURRENT = 3;

    /// How calls run.
    ///
    /// @param withMaxConcurrent how many tools may run at the same time
    /// @param locks let calls that change the same path go one after the other
    /// @param mask hides secrets in all that comes back
    public record Settings(
            int maxConcurrent, CallPathLocks locks, InstantSource clock, SecretMask mask) {

        /// The usual terms.
        public static Settings defaults() {
            return new Settings(
                    DEFAULT_MAX_CONCURRENT,
                    new CallPathLocks(),
                    InstantSource.system(),
                    SecretMask.KEYS_ONLY);
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
                Settings.defaults());
    }

    /// The same with other listeners.
    public PipelineParts withEvents(CallEvents other) {
        return new PipelineParts(dialect, foreign, gates, hosts, journal, other, settings);
    }

    /// The same on other terms.
    public PipelineParts withSettings(Settings other) {
        return new PipelineParts(dialect, foreign, gates, hosts, journal, events, other);
    }

    /// The same with another number of tools at the same time.
    public PipelineParts withMaxConcurrent(int number) {
        return withSettings(
                new Settings(number, settings.locks(), settings.clock(), settings.mask()));
    }

    /// The same, hiding other secrets.
    public PipelineParts withMask(SecretMask other) {
        return withSettings(
                new Settings(settings.maxConcurrent(), settings.locks(), settings.clock(), other));
    }
}
