package dev.deft.registry;

/// The order in which the calls of one step run.
public enum CallOrder {
    /// Read-only calls run concurrently. A call that may change something runs alone, after all
    /// calls before it.
    READS_IN_PARALLEL,
    /// Calls run one after the other.
    SEQUENTIAL,
    /// All calls run concurrently, unless they change the same path.
    PARALLEL
}
