package dev.deft.dialect;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.registry.CallOrder;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;

/// Writes results with a success flag, times, and either `result` or `error`.
final class PegasusResults implements ResultShape {

    @Override
    public Json success(Json data, ToolResult.Output output, Envelope envelope) {
        return timed(
                Json.Obj.EMPTY.with("success", new Json.Bool(true)).with("result", data), envelope);
    }

    @Override
    public Json failure(String name, ToolResult.Failure failure, Envelope envelope) {
        return timed(
                Json.Obj.EMPTY
                        .with("success", new Json.Bool(false))
                        .with("error", prefix(failure.code()) + failure.message()),
                envelope);
    }

    /// Callers tell kinds of errors apart by the prefix of the message.
    private static String prefix(ErrorCode code) {
        return switch (code) {
            case UNKNOWN_TOOL -> "Tool not found: ";
            case INVALID_ARGUMENTS -> "Parameter validation failed: ";
            case TIMEOUT -> "Tool execution timed out: ";
            case CAPABILITY_DENIED, PERMISSION_DENIED, WATCHDOG_DENIED, SANDBOX_DENIED ->
                    "Permission denied: ";
            case NOT_FOUND -> "File not found: ";
            case CONFLICT,
                    TOO_LARGE,
                    ABORTED,
                    INTERRUPTED,
                    LIMIT_REACHED,
                    UNAVAILABLE,
                    REFUSED,
                    IO_ERROR,
                    INTERNAL ->
                    "";
        };
    }

    private static Json timed(Json.Obj result, Envelope envelope) {
        long started = envelope.started().toEpochMilli();
        long took = envelope.took().toMillis();
        return result.with("startedAt", Json.Num.of(started))
                .with("completedAt", Json.Num.of(started + took))
                .with("durationMs", Json.Num.of(took));
    }

    @Override
    public CallOrder order() {
        return CallOrder.PARALLEL;
    }
}
