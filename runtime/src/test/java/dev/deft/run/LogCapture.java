package dev.deft.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Collects what Deft logs until it is closed.
public final class LogCapture extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("dev.deft");
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private LogCapture() {}

    public static LogCapture start() {
        var capture = new LogCapture();
        capture.logger.addHandler(capture);
        return capture;
    }

    public List<String> messages() {
        return messages;
    }

    @Override
    public void publish(LogRecord entry) {
        messages.add(entry.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
