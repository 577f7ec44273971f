package dev.deft.output;

import java.util.function.Supplier;

/// The log of what should not happen. Made when something does: a logger costs a quarter of a
/// start.
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
