package dev.deft.run;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.output.ErrorLog;
import dev.deft.tool.ToolResult.Failure;
import java.io.IOException;

/// A part of a call that may throw. Only this class turns exceptions into failures.
///
/// It is a class rather than a lambda for start-up time.
abstract class ThrowingSupplier<T> {

    static final Failure BROKEN =
            failure(
                    ErrorCode.INTERNAL,
                    "The tool failed unexpectedly; the log has the details. Try another way.");

    private final String aborted;

    /// @param aborted the message after an interrupt
    ThrowingSupplier(String aborted) {
        this.aborted = aborted;
    }

    abstract T perform() throws IOException, InterruptedException;

    abstract T failed(Failure why);

    /// The log message for an unexpected exception.
    abstract String broken();

    final T result() {
        try {
            return perform();
        } catch (HostException e) {
            return failed(failure(e.code(), String.valueOf(e.getMessage())));
        } catch (IOException e) {
            return failed(failure(ErrorCode.IO_ERROR, String.valueOf(e.getMessage())));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return failed(failure(ErrorCode.ABORTED, aborted));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            ErrorLog.log(System.Logger.Level.ERROR, this::broken, e);
            return failed(BROKEN);
        }
    }

    /// The failure of a call that could not be recorded before it started.
    static Failure unrecorded(IOException e) {
        return failure(
                ErrorCode.IO_ERROR,
                "The tool did not run because the call could not be recorded: " + e.getMessage());
    }

    /// The failure of a call whose result could not be recorded.
    static Failure unrecordedResult(IOException e) {
        return failure(
                ErrorCode.IO_ERROR,
                "The call ended, but its result could not be recorded: " + e.getMessage());
    }
}
