package dev.deft.search.index;

/// Asked before each file and directory that is read for the index.
@FunctionalInterface
interface Pace {

    /// Whether to go on; may wait before it answers.
    boolean goOn();
}
