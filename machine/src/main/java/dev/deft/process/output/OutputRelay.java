package dev.deft.process.output;

/// Forwards output to its current sink.
///
/// A command that moves to the background prints first for its call and then for the session: each
/// byte goes to exactly one of them.
public final class OutputRelay implements OutputSink {

    private final Capture capture;
    private OutputSink target;

    public OutputRelay(Capture capture) {
        this.capture = capture;
        this.target = capture;
    }

    @Override
    public synchronized void take(Source source, byte[] bytes, int length) {
        target.take(source, bytes, length);
    }

    @Override
    public synchronized void tick() {
        target.tick();
    }

    /// Sends all further output to the session; what was printed so far counts as shown.
    public synchronized BackgroundOutput moveToBackground() {
        var background = new BackgroundOutput(capture.rawTail());
        target = background;
        return background;
    }
}
