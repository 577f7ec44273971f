package dev.deft.process.output;

/// Forwards output to its current sink.
///
/// A command that moves to the background prints first for its call and then for the session: each
/// byte goes to exactly one of them.
public final class OutputRelay implements OutputSink {

    private final Capture first;
    private OutputSink now;

    public OutputRelay(Capture first) {
        this.first = first;
        this.now = first;
    }

    @Override
    public synchronized void take(Source source, byte[] bytes, int length) {
        now.take(source, bytes, length);
    }

    @Override
    public synchronized void tick() {
        now.tick();
    }

    /// Sends all further output to the session; what was printed so far counts as shown.
    public synchronized BackgroundOutput toTheBackground() {
        var later = new BackgroundOutput(first.rawTail());
        now = later;
        return later;
    }
}
