package dev.deft.run;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.output.ErrorLog;
import dev.deft.tool.ToolResult.Failure;
import java.io.IOException;

/// A step of a call that may throw. The one place that turns what it throws into the failure its
/// caller reads.
///
/// A class and no lambdas: every call makes two of these.
abstract class ThrowingSupplier<T> {

    static final Failure BROKEN =
            failure(
                    ErrorCode.INTERNAL,
                    "The tool failed unexpectedly; the log has the details. Try another way.");

    private final String aborted;

    /// @param aborted what the caller reads when the step was interrupted
    ThrowingSupplier(String aborted) {
        this.aborted = aborted;
    }

    abstract T perform() throws IOException, InterruptedException;

    abstract T failed(Failure why);

    /// What the log says about a step that broke.
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

    /// Of a call that could not be recorded before it started.
    static Failure unrecorded(IOException e) {
        return failure(
                ErrorCode.IO_ERROR,
                "Nothing ran, since the call could not be recorded first: " + e.getMessage());
    }

    /// Of a call that ended and could not be recorded then.
    static Failure unrecordedResult(IOException e) {
        return failure(
                ErrorCode.IO_ERROR,
                "The call ended, but its result could not be recorded: " + e.getMessage());
    }
}
