package dev.deft.output;

import java.util.function.Supplier;

/// Logs internal errors. The logger is created at the first error: it would add a quarter to the
/// start-up time.
public final class ErrorLog {

    private ErrorLog() {}

    public static void log(System.Logger.Level level, Supplier<String> message) {
        logger().log(level, message);
    }

    public static void log(System.Logger.Level level, Supplier<String> message, Throwable cause) {
        logger().log(level, message, cause);
    }

    private static System.Logger logger() {
        return System.getLogger("dev.deft");
    }
}
