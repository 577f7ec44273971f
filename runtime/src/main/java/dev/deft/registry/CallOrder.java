package dev.deft.registry;

/// The order in which the calls of one step run.
public enum CallOrder {
    /// Calls that only look run side by side; one that may change something runs alone, after all
    /// that were asked for before it.
    WHERE_SAFE,
    /// Each waits for the one before.
    ONE_BY_ONE,
    /// None waits for another, except where they change the same path.
    SIDE_BY_SIDE
}
