package dev.deft.dialect;

import dev.deft.json.Json;
import dev.deft.registry.CallOrder;
import dev.deft.registry.DialectTool;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolResult;
import java.util.Optional;
import java.util.regex.Pattern;

/// Writes results with a success flag, times, and either `result` or `error`.
final class PegasusResults implements ResultShape {

    /// The pipeline's own words for a tool that does not exist, and for wrong arguments.
    private static final Pattern NO_TOOL = Pattern.compile("^There is no tool (\\S+)(?=\\.)");

    private static final Pattern BAD_ARGUMENTS = Pattern.compile("^Bad arguments for \\S+: ");

    @Override
    public Json success(Json data, ToolResult.Output output, Envelope envelope) {
        return timed(
                Json.Obj.EMPTY.with("success", new Json.Bool(true)).with("result", data), envelope);
    }

    @Override
    public Json failure(Optional<DialectTool> tool, ToolResult.Failure failure, Envelope envelope) {
        return timed(
                Json.Obj.EMPTY
                        .with("success", new Json.Bool(false))
                        .with("error", error(tool, failure)),
                envelope);
    }

    /// The texts by which callers of this dialect tell errors apart.
    private static String error(Optional<DialectTool> tool, ToolResult.Failure failure) {
        String message = failure.message();
        return switch (failure.code()) {
            case UNKNOWN_TOOL -> NO_TOOL.matcher(message).replaceFirst("Tool $1 not found");
            case INVALID_ARGUMENTS ->
                    "Parameter validation failed: "
                            + BAD_ARGUMENTS.matcher(message).replaceFirst("");
            case TIMEOUT ->
                    tool.map(it ->
                                    "Tool execution timed out after %dms"
                                            .formatted(it.limits().timeout().toMillis()))
                            .orElse(message);
            case CAPABILITY_DENIED, PERMISSION_DENIED, WATCHDOG_DENIED, SANDBOX_DENIED ->
                    "Permission denied: " + message;
            case NOT_FOUND -> (isAboutFiles(tool) ? "File" : "Resource") + " not found: " + message;
            case CONFLICT,
                    TOO_LARGE,
                    ABORTED,
                    INTERRUPTED,
                    LIMIT_REACHED,
                    UNAVAILABLE,
                    REFUSED,
                    IO_ERROR,
                    INTERNAL ->
                    message;
        };
    }

    private static boolean isAboutFiles(Optional<DialectTool> tool) {
        return tool.map(it -> it.spec().category())
                .filter(it -> it == ToolCategory.FILE || it == ToolCategory.MEMORY)
                .isPresent();
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
