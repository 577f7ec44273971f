package dev.deft.process.output;

/// Takes what a command prints, in order.
public interface OutputSink {

    /// Takes some bytes.
    ///
    /// @param bytes only the first `length` count, and only until this returns
    void take(Source source, byte[] bytes, int length);

    /// Comes by now and then, also when nothing is printed.
    default void tick() {}

    /// The streams of a command.
    enum Source {
        STDOUT,
        STDERR
    }
}
