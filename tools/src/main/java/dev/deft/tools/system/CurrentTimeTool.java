package dev.deft.tools.system;

import static dev.deft.tool.ToolResult.failure;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.tool.Doc;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Returns the current time.
public final class CurrentTimeTool implements Tool<CurrentTimeTool.Params> {

    private final InstantSource clock;

    public CurrentTimeTool(InstantSource clock) {
        this.clock = clock;
    }

    public record Params(
            @Doc("Name of a time zone, such as Europe/Berlin; UTC when left out")
                    Optional<String> timezone) {}

    /// The time for programs.
    ///
    /// @param timestamp milliseconds since 1970
    public record Data(long timestamp, String iso, String timezone) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("current_time", Params.class, ToolCategory.SYSTEM, ToolKind.OTHER)
                .watching();
    }

    @Override
    public ToolResult run(Params params, Host host) {
        String name = params.timezone().orElse("UTC");
        ZoneId zone;
        try {
            zone = ZoneId.of(name);
        } catch (DateTimeException _) {
            return failure(
                    ErrorCode.INVALID_ARGUMENTS,
                    "timezone: there is no time zone \"%s\". Use a name such as Europe/Berlin, or an offset such as +02:00."
                            .formatted(name));
        }
        OffsetDateTime now =
                clock.instant().truncatedTo(ChronoUnit.MILLIS).atZone(zone).toOffsetDateTime();
        String iso = now.toString();
        return ToolResult.output(
                new Data(now.toInstant().toEpochMilli(), iso, zone.getId()),
                iso + " (" + zone.getId() + ")",
                iso);
    }
}
