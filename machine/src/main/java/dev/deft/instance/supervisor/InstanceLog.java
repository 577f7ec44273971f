package dev.deft.instance.supervisor;

import dev.deft.process.output.OutputSink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// The log of an instance: everything it prints, in the order it was printed. A full file becomes
/// the older half, so the newest output is always there and the size is bounded.
final class InstanceLog implements OutputSink {

    static final String NAME = "log";
    static final String OLDER = "log.1";

    /// The size at which a new file is begun.
    static final long MAX_BYTES = 1024 * 1024;

    private static final int TAIL_BYTES = 2_000;

    private final Path directory;
    private final Runnable activity;
    private OutputStream out;
    private long size;
    private boolean failed;

    /// @param activity is called whenever something is printed
    InstanceLog(Path directory, Runnable activity) throws IOException {
        this.directory = directory;
        this.activity = activity;
        this.out = open();
    }

    private OutputStream open() throws IOException {
        return Files.newOutputStream(
                directory.resolve(NAME),
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void take(Source source, byte[] bytes, int length) {
        activity.run();
        write(bytes, length);
    }

    /// A log that cannot be written must not stop the instance; the rest of its output is lost.
    private synchronized void write(byte[] bytes, int length) {
        if (failed) {
            return;
        }
        try {
            if (size + length > MAX_BYTES && size > 0) {
                rotate();
            }
            out.write(bytes, 0, length);
            size += length;
        } catch (IOException e) {
            failed = true;
            System.getLogger(InstanceLog.class.getName())
                    .log(System.Logger.Level.WARNING, "cannot write the log of an instance", e);
        }
    }

    private void rotate() throws IOException {
        out.close();
        Files.move(
                directory.resolve(NAME),
                directory.resolve(OLDER),
                StandardCopyOption.REPLACE_EXISTING);
        out = open();
        size = 0;
    }

    /// Ends the log with a line about how the instance ended.
    synchronized void end(String note) {
        byte[] line = ("[" + note + "]\n").getBytes(StandardCharsets.UTF_8);
        write(line, line.length);
        try {
            out.close();
        } catch (IOException _) {
            // Everything that could be written has been written.
        }
        failed = true;
    }

    /// The last lines it printed.
    String tail() {
        try {
            byte[] all = Files.readAllBytes(directory.resolve(NAME));
            int from = Math.max(0, all.length - TAIL_BYTES);
            return new String(all, from, all.length - from, StandardCharsets.UTF_8).strip();
        } catch (IOException _) {
            return "";
        }
    }
}
