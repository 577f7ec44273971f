package dev.deft.run;

import dev.deft.output.SecretMask;
import dev.deft.reference.NamedResults;
import dev.deft.registry.Dialect;
import dev.deft.registry.ForeignSchemas;
import java.time.InstantSource;

/// The parts of a call pipeline.
///
/// @param references results that calls can take as arguments
/// @param observer is told of every call
public record PipelineParts(
        Dialect dialect,
        ForeignSchemas foreign,
        Gates gates,
        HostFactory hosts,
        CallJournal journal,
        CallEvents events,
        NamedResults references,
        CallObserver observer,
        Settings settings) {

    /// How many tools run at the same time by default.
    public static final int DEFAULT_MAX_CONCURRENT = 3;

    /// How many tools run at the same time for an approver that serves many users.
    public static final int MAX_CONCURRENT_OF_MANY = 128;

    /// Settings of the pipeline.
    ///
    /// @param maxConcurrent how many tools may run at the same time
    /// @param locks serialize calls that change the same path
    /// @param clock gives the start times of calls
    /// @param mask hides secrets in results and progress
    public record Settings(
            int maxConcurrent, CallPathLocks locks, InstantSource clock, SecretMask mask) {

        /// The default settings.
        public static Settings defaults() {
            return new Settings(
                    DEFAULT_MAX_CONCURRENT,
                    new CallPathLocks(),
                    InstantSource.system(),
                    SecretMask.KEYS_ONLY);
        }
    }

    /// A pipeline with the default settings.
    public static PipelineParts of(
            Dialect dialect, Gates gates, HostFactory hosts, CallJournal journal) {
        return new PipelineParts(
                dialect,
                ForeignSchemas.UNCHECKED,
                gates,
                hosts,
                journal,
                new CallEvents(),
                NamedResults.NONE,
                CallObserver.NONE,
                Settings.defaults());
    }

    /// The same parts with another validation of foreign schemas.
    public PipelineParts withForeign(ForeignSchemas other) {
        return new PipelineParts(
                dialect, other, gates, hosts, journal, events, references, observer, settings);
    }

    /// The same parts with other events.
    public PipelineParts withEvents(CallEvents other) {
        return new PipelineParts(
                dialect, foreign, gates, hosts, journal, other, references, observer, settings);
    }

    /// The same parts with other references.
    public PipelineParts withReferences(NamedResults other) {
        return new PipelineParts(
                dialect, foreign, gates, hosts, journal, events, other, observer, settings);
    }

    /// The same parts with another observer.
    public PipelineParts withObserver(CallObserver other) {
        return new PipelineParts(
                dialect, foreign, gates, hosts, journal, events, references, other, settings);
    }

    /// The same parts with other settings.
    public PipelineParts withSettings(Settings other) {
        return new PipelineParts(
                dialect, foreign, gates, hosts, journal, events, references, observer, other);
    }

    /// The same parts with another limit of concurrent tools.
    public PipelineParts withMaxConcurrent(int number) {
        return withSettings(
                new Settings(number, settings.locks(), settings.clock(), settings.mask()));
    }

    /// The same parts with another mask.
    public PipelineParts withMask(SecretMask other) {
        return withSettings(
                new Settings(settings.maxConcurrent(), settings.locks(), settings.clock(), other));
    }
}
