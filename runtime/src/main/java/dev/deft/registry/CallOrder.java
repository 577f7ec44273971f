package dev.deft.registry;

/// The order in which the calls of one step run.
public enum CallOrder {
    /// Calls that only look run side by side; one that may change something runs alone, after all
    /// that were asked for before it.
    READS_IN_PARALLEL,
    /// Each waits for the one before.
    SEQUENTIAL,
    /// None waits for another, except where they change the same path.
    PARALLEL
}
