package dev.deft.process.output;

/// Passes output on to whoever keeps it now.
///
/// A command that goes on in the background prints for its call first and for the session later:
/// each byte goes to one of them.
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

    /// From now on the session keeps the output; it knows what there was, and that it was told.
    public synchronized BackgroundOutput toTheBackground() {
        var later = new BackgroundOutput(first.rawTail());
        now = later;
        return later;
    }
}
