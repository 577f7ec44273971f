package dev.deft.process.output;

/// Receives the output of a command in order.
public interface OutputSink {

    /// Takes a piece of output.
    ///
    /// @param bytes valid only up to `length`, and only during this call
    void take(Source source, byte[] bytes, int length);

    /// Is called regularly, even if nothing is printed.
    default void tick() {}

    enum Source {
        STDOUT,
        STDERR
    }
}
