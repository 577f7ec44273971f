package dev.deft.process.output;

import dev.deft.host.Progress;
import dev.deft.host.Shell;
import dev.deft.output.PlainText;
import dev.deft.output.TextHead;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;

/// Keeps the head and tail of the output of a command, and writes all of it to the sidecar once it
/// is too long.
public final class Capture implements OutputSink {

    /// How often progress is reported, and how many bytes each time.
    private static final Duration PROGRESS_INTERVAL = Duration.ofMillis(200);

    private static final int PROGRESS_BYTES = 2 * 1024;

    private final int limit;
    private final Sidecar sidecar;
    private final Progress progress;
    private final HeadTail both;
    private final HeadTail stdout;
    private final HeadTail stderr;
    private HeadTail pending = new HeadTail(0, PROGRESS_BYTES);
    private long lastProgress = System.nanoTime() - PROGRESS_INTERVAL.toNanos();
    private Optional<OutputStream> spill = Optional.empty();
    private Optional<IOException> sidecarError = Optional.empty();

    /// Opens the sidecar file.
    @FunctionalInterface
    public interface Sidecar {

        OutputStream open() throws IOException;
    }

    public Capture(int limit, Sidecar sidecar, Progress progress) {
        this.limit = limit;
        this.sidecar = sidecar;
        this.progress = progress;
        this.both = ends(limit);
        this.stdout = ends(limit);
        this.stderr = ends(limit);
    }

    /// Escape sequences, such as colors, are removed from the text and must not use up its room: so
    /// many bytes are kept for each one that is shown, and at most so many more.
    private static final int RAW_BYTES = 4;

    private static final int MOST_EXTRA = 1 << 20;

    /// Keeps more than is shown, so that the text can be cut exactly at the limit.
    private static HeadTail ends(int limit) {
        return new HeadTail(raw(limit / 2), raw(limit));
    }

    private static int raw(int shown) {
        long extra = Math.min((RAW_BYTES - 1L) * shown, MOST_EXTRA);
        return (int) Math.min(Integer.MAX_VALUE, shown + extra);
    }

    @Override
    public synchronized void take(Source source, byte[] bytes, int length) {
        if (both.total() + length > limit) {
            openSpill();
        }
        both.add(bytes, length);
        switch (source) {
            case STDOUT -> stdout.add(bytes, length);
            case STDERR -> stderr.add(bytes, length);
        }
        pending.add(bytes, length);
        write(bytes, length);
        tick();
    }

    private void openSpill() {
        if (spill.isPresent() || sidecarError.isPresent()) {
            return;
        }
        byte[] all = both.all();
        try {
            spill = Optional.of(sidecar.open());
        } catch (IOException e) {
            sidecarError = Optional.of(e);
        }
        write(all, all.length);
    }

    private void write(byte[] bytes, int length) {
        if (spill.isEmpty() || sidecarError.isPresent()) {
            return;
        }
        try {
            spill.get().write(bytes, 0, length);
        } catch (IOException e) {
            sidecarError = Optional.of(e);
        }
    }

    @Override
    public synchronized void tick() {
        long now = System.nanoTime();
        if (pending.total() == 0 || now - lastProgress < PROGRESS_INTERVAL.toNanos()) {
            return;
        }
        lastProgress = now;
        progress.report(PlainText.of(pending.tail()));
        pending = new HeadTail(0, PROGRESS_BYTES);
    }

    /// The output so far, ready to be shown.
    ///
    /// @throws IOException if the sidecar could not be written
    public synchronized Shell.Output printed() throws IOException {
        String output = text(both);
        boolean cut = both.cut() || TextHead.exceeds(output, limit);
        if (cut) {
            openSpill();
        }
        if (sidecarError.isPresent()) {
            throw new IOException(
                    "The command ran, but its output could not be saved: "
                            + sidecarError.get().getMessage());
        }
        return new Shell.Output(
                ElidedText.within(limit, output),
                ElidedText.within(limit, text(stdout)),
                ElidedText.within(limit, text(stderr)),
                cut);
    }

    /// Closes the sidecar if nobody else does.
    public synchronized void closeSpill() throws IOException {
        if (spill.isPresent()) {
            spill.get().close();
        }
    }

    /// The end of the output so far, as raw bytes.
    synchronized byte[] rawTail() {
        return both.cut() ? both.tail() : both.all();
    }

    private String text(HeadTail kept) {
        return kept.cut()
                ? ElidedText.joined(
                        PlainText.of(kept.head()), PlainText.of(kept.tail()), kept.total(), limit)
                : PlainText.of(kept.all());
    }
}
